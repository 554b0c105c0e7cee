// A copy of everything that the build reads, in a folder of its own, where tests may break and kill what they like.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const INPUTS = ['openapi', 'scripts', 'redocly.yaml', '.spectral.yaml', 'package.json', 'package-lock.json'];

const SAVED = ['openapi', 'generated', join('node_modules', '.cache')];

/** What npm writes last, without which nothing counts as installed. */
const INSTALLED = join('node_modules', '.package-lock.json');

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export class Workspace {
  readonly root = mkdtempSync(join(tmpdir(), 'wallet-operations-'));

  constructor() {
    for (const input of INPUTS) cpSync(join(ROOT, input), this.path(input), { recursive: true });
    mkdirSync(this.path('generated'));
    const modules = join(this.root, 'node_modules'); // a folder of its own, since the build keeps its stamp in it
    mkdirSync(join(modules, '.cache'), { recursive: true });
    for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => !entry.startsWith('.'))) {
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
    }
    cpSync(join(ROOT, INSTALLED), this.path(INSTALLED));
  }

  /** Runs a script to its end. */
  async run(script: string, ...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { cwd: this.root, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined } };
      const child = execFile(process.execPath, [script, ...args], options, (_error, stdout, stderr) => {
        resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
      });
    });
  }

  build(...args: string[]): Promise<Outcome> {
    return this.run('scripts/build.ts', ...args);
  }

  path(file: string): string {
    return join(this.root, file);
  }

  /**
   * Replaces text of a file, which must be there.
   *
   * @returns the line on which the new text begins
   */
  edit(file: string, before: string, after: string): number {
    const text = readFileSync(this.path(file), 'utf8');
    const at = text.indexOf(before);
    if (at === -1) throw new Error(`${file} no longer holds ${JSON.stringify(before)}: choose another text to edit`);
    writeFileSync(this.path(file), text.slice(0, at) + after + text.slice(at + before.length));
    return text.slice(0, at).split('\n').length;
  }

  /** Remembers inputs and outputs as they are now, for {@link restore}. */
  save(): void {
    for (const folder of SAVED) cpSync(this.path(folder), this.path(join('saved', folder)), { recursive: true });
  }

  /** Brings inputs and outputs back to what {@link save} remembered. */
  restore(): void {
    for (const folder of SAVED) {
      rmSync(this.path(folder), { recursive: true, force: true });
      cpSync(this.path(join('saved', folder)), this.path(folder), { recursive: true });
    }
  }

  /** Every file of generated/ with its content, time and inode: equal only if nobody as much as touched one. */
  snapshot(): Map<string, { content: string; mtime: number; inode: number }> {
    const folder = this.path('generated');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(
      files.map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const { mtimeMs, ino } = statSync(file);
        return [
          file.slice(folder.length + 1).replaceAll('\\', '/'),
          { content: readFileSync(file, 'latin1'), mtime: mtimeMs, inode: ino },
        ];
      }),
    );
  }

  /** What builds left in the top folder that they should have taken away. */
  leftovers(): string[] {
    return readdirSync(this.root).filter((name) => name.startsWith('.staging-'));
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
