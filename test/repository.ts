/** A copy of the whole repository with a history of one commit, where a test may commit, break and release what it likes. */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFolders } from '../scripts/release/workspaces.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = '@wallet-operations';

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Repository {
  readonly root = mkdtempSync(join(tmpdir(), 'wallet-operations-'));

  constructor() {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
    for (const file of files.split('\n').filter(Boolean)) {
      mkdirSync(dirname(this.path(file)), { recursive: true });
      cpSync(join(ROOT, file), this.path(file));
    }
    this.#linkModules();
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.commit('The copy');
  }

  /** The modules that are installed, but with the packages of the copy. */
  #linkModules(): void {
    const modules = this.path('node_modules');
    mkdirSync(join(modules, PACKAGES), { recursive: true });
    const link = (from: string, to: string): void => {
      symlinkSync(from, to, 'junction');
    };
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (name !== PACKAGES && name !== '.cache') link(join(ROOT, 'node_modules', name), join(modules, name));
    }
    for (const folder of packageFolders()) {
      const { name } = JSON.parse(this.read(join(folder, 'package.json'))) as { name: string };
      link(this.path(folder), join(modules, name));
      const own = join(folder, 'node_modules'); // other versions than those of the top folder
      if (existsSync(join(ROOT, own))) link(join(ROOT, own), this.path(own));
    }
  }

  path(file: string): string {
    return join(this.root, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  /** Replaces text of a file, which must be there. */
  edit(file: string, before: string, after: string): void {
    const text = this.read(file);
    if (!text.includes(before))
      throw new Error(`${file} no longer holds ${JSON.stringify(before)}: choose another text`);
    this.write(
      file,
      text.replace(before, () => after),
    );
  }

  /** Runs git without any configuration but its own. Throws what it prints when it fails. */
  git(...args: string[]): string {
    const identity = { name: 'Test', email: 'test@example.com' };
    return execFileSync('git', args, {
      cwd: this.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...this.#environment(),
        GIT_AUTHOR_NAME: identity.name,
        GIT_AUTHOR_EMAIL: identity.email,
        GIT_COMMITTER_NAME: identity.name,
        GIT_COMMITTER_EMAIL: identity.email,
      },
    });
  }

  /** Commits everything. */
  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** Runs a script of the copy with Node to its end. */
  async run(script: string, ...args: string[]): Promise<Outcome> {
    return this.#execute(process.execPath, [script, ...args]);
  }

  /** Runs a script as {@link run} does, with variables of the environment set, or unset if undefined. */
  async runWith(env: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<Outcome> {
    return this.#execute(process.execPath, [script, ...args], env);
  }

  /** Runs a command that a package of the copy brings. */
  async command(name: string, ...args: string[]): Promise<Outcome> {
    return this.#execute(this.path(join('node_modules', '.bin', name)), args);
  }

  async #execute(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { cwd: this.root, env: { ...this.#environment(), ...env }, maxBuffer: 2 ** 26 };
      const child = execFile(file, args, options, (_error, stdout, stderr) => {
        resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
      });
    });
  }

  /** No git variables of a hook that may have started these tests, no configuration of whoever runs them, no colours. */
  #environment(): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') && name !== 'FORCE_COLOR');
    return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
