/** The package as its users get it: packed, and installed without a registry into a project that knows nothing of this one. */
import { exec, execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage, ROOT } from './build.ts';

const run = promisify(execFile);

/** What the package needs to be installed; anything else cannot be found without a registry. */
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];

/** What `npm pack --json` tells of a tarball. */
interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** A user's project. */
export interface Project {
  readonly tarball: Buffer<ArrayBuffer>;
  /** Paths in the tarball. */
  readonly packed: readonly string[];
  /** The package.json that was installed. */
  readonly manifest: { readonly dependencies: object };
  /** The text of a file of it. */
  readonly read: (path: string) => string;
  readonly write: (file: string, text: string) => void;
  /** Runs a file with Node and its flags, and gives what it prints. Rejects if it fails or warns. */
  readonly run: (file: string, ...flags: readonly string[]) => Promise<string>;
  /** Compiles files as strictly as TypeScript can, by the compiler in a folder. Rejects with what it says. */
  readonly compile: (options: object, files: readonly string[], compiler?: string) => Promise<void>;
}

/** Builds the package, packs it and installs it into a project in the folder. */
export async function createProject(folder: string): Promise<Project> {
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
  };
  const sources = [
    await buildPackage('client', join(folder, 'dist')),
    ...DEPENDENCIES.map((name) => join(ROOT, 'node_modules', name)),
  ];
  const told = await npm(folder, `pack --json --ignore-scripts ${sources.map((path) => `"${path}"`).join(' ')}`);
  const [client, ...dependencies] = Object.values(JSON.parse(told) as Packed[]);
  if (!client) throw new Error('npm packed nothing.');

  const fromFile = ({ name, filename }: Packed): [string, string] => [name, `file:./${filename}`];
  const project = {
    type: 'module',
    dependencies: Object.fromEntries([fromFile(client)]),
    overrides: Object.fromEntries(dependencies.map(fromFile)), // where from, if the client depends on it; installs nothing itself
  };
  write('package.json', JSON.stringify(project));
  await npm(folder, 'install --offline --ignore-scripts --no-audit --no-fund');

  const read = (path: string): string => readFileSync(join(folder, 'node_modules', client.name, path), 'utf8');
  return {
    tarball: readFileSync(join(folder, client.filename)),
    packed: client.files.map(({ path }) => path),
    manifest: JSON.parse(read('package.json')) as Project['manifest'],
    read,
    write,
    run: async (file, ...flags) => {
      const { stdout, stderr } = await run(process.execPath, [...flags, file], { cwd: folder });
      if (stderr !== '') throw new Error(stderr);
      return stdout;
    },
    compile: async (options, files, compiler = join(ROOT, 'node_modules', 'typescript')) => {
      const config = `tsconfig.${files.join('.')}.json`;
      const strictly = { strict: true, exactOptionalPropertyTypes: true, skipDefaultLibCheck: true };
      write(config, JSON.stringify({ compilerOptions: { noEmit: true, types: [], ...strictly, ...options }, files }));
      await run(process.execPath, [join(compiler, 'bin', 'tsc'), '--project', config], { cwd: folder }).catch(
        (error: unknown) => {
          throw new Error((error as { stdout: string }).stdout, { cause: error });
        },
      );
    },
  };
}

/** With a cache of its own: what somebody installed earlier must not help. */
async function npm(folder: string, command: string): Promise<string> {
  const { stdout } = await promisify(exec)(`npm ${command} --cache .npm --loglevel error`, { cwd: folder });
  return stdout;
}
