/** The mock as its users get it: packed, and put into a project that knows nothing of this one. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { buildPackage, ROOT } from './build.ts';

const run = promisify(execFile);
const NAME = '@wallet-operations/mock';

/** A project with the mock in it. */
export interface MockProject {
  readonly tarball: Buffer<ArrayBuffer>;
  /** Paths in the tarball. */
  readonly packed: readonly string[];
  readonly manifest: { readonly dependencies: Record<string, string> };
  readonly write: (file: string, text: string) => void;
  /** Runs a file with Node, and gives what it prints. Rejects if it fails or warns. */
  readonly run: (file: string) => Promise<string>;
  /** Starts a command of the package that serves. */
  readonly serve: (...args: string[]) => Promise<Served>;
}

/** A command that serves. */
export interface Served {
  readonly url: string;
  /** Sends SIGTERM; gives the exit code and all that was printed. */
  readonly stop: () => Promise<{ exitCode: number | null; printed: string }>;
}

/**
 * Builds the package, packs it, and unpacks it into the project with the dependencies that it declares: what it does not
 * declare is not there, and what these need they have.
 */
export async function createMockProject(folder: string): Promise<MockProject> {
  const dist = await buildPackage('mock', join(folder, 'dist'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', dist], { cwd: folder });
  const [packed] = Object.values(JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]);
  if (!packed) throw new Error('npm packed nothing.');

  const home = join(folder, 'node_modules', NAME);
  mkdirSync(home, { recursive: true });
  await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', home]);
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as MockProject['manifest'];
  for (const name of Object.keys(manifest.dependencies)) link(folder, name);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { [NAME]: '*' } }));
  await run('npm', ['rebuild', '--ignore-scripts', '--offline'], { cwd: folder }); // links the command

  return {
    tarball: readFileSync(join(folder, packed.filename)),
    packed: packed.files.map(({ path }) => path),
    manifest,
    write: (file, text) => {
      writeFileSync(join(folder, file), text);
    },
    run: async (file) => {
      const { stdout: printed, stderr } = await run(process.execPath, [file], { cwd: folder });
      if (stderr !== '') throw new Error(stderr);
      return printed;
    },
    serve: (...args) => serve(spawn(join(folder, 'node_modules', '.bin', 'wallet-mock'), args, { cwd: folder })),
  };
}

function link(folder: string, name: string): void {
  const installed = [join(ROOT, 'packages', 'mock'), ROOT].map((at) => join(at, 'node_modules', name)).find(existsSync);
  if (installed === undefined) throw new Error(`${name} is not installed.`);
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(installed, target, 'junction');
}

/** Waits until a command says where it listens. */
export async function serve(command: ChildProcess): Promise<Served> {
  if (!command.stdout || !command.stderr) throw new Error('The output of the command must be piped.');
  const lines: string[] = [];
  const exit = new Promise<number | null>((resolve) => command.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    for (const output of [command.stdout, command.stderr])
      if (output)
        createInterface(output).on('line', (line) => {
          lines.push(line);
          const [address] = /http:\/\/\S+/.exec(line) ?? [];
          if (address !== undefined) resolve(address);
        });
    void exit.then(() => {
      reject(new Error(`The command ended before it listened:\n${lines.join('\n')}`));
    });
  });
  return {
    url,
    stop: async () => {
      command.kill('SIGTERM');
      const exitCode = await exit;
      return { exitCode, printed: lines.join('\n') };
    },
  };
}
