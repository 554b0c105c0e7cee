// The packages as they are published: built, in folders of their own, each with the manifest that npm gets.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.ts';
import { Problem } from '../lib/problems.ts';
import { runTool } from '../lib/tool.ts';
import { packageFolders, readManifest, type Manifest } from './workspaces.ts';

/** A folder that can be published as it is. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Writes every package that is published into a folder of its own under `target`: generated/ as it is, and those of packages/ that
 * have a build for it. The others are private for good.
 *
 * @param repository - `owner/name` on GitHub, which npm needs to verify where a package was built
 */
export async function packAll(target: string, repository?: string): Promise<Packed[]> {
  const packed: Packed[] = [];
  for (const folder of packageFolders()) {
    const built = await build(folder);
    if (built === undefined) continue;
    const into = join(target, folder.replaceAll('/', '-'));
    mkdirSync(into, { recursive: true });
    cpSync(built, into, { recursive: true, filter: (file) => file !== join(ROOT, 'generated', 'docs') });
    const manifest = JSON.parse(readFileSync(join(into, 'package.json'), 'utf8')) as Manifest;
    delete manifest.private; // which keeps it from being published by hand, without these checks
    const origin = repository && {
      repository: { type: 'git', url: `git+https://github.com/${repository}.git`, directory: folder },
    };
    writeFileSync(join(into, 'package.json'), `${JSON.stringify({ ...manifest, ...origin }, null, 2)}\n`);
    copyFileSync(join(ROOT, 'LICENSE'), join(into, 'LICENSE'));
    packed.push({ name: manifest.name, version: manifest.version, folder: into });
  }
  return packed;
}

/** The folder that a package is published from; undefined for one that is not. */
async function build(folder: string): Promise<string | undefined> {
  if (folder === 'generated') return join(ROOT, folder);
  const config = join(ROOT, folder, 'tsdown.config.ts');
  if (!existsSync(config)) return undefined;
  const { signal } = new AbortController();
  const result = await runTool('tsdown', 'tsdown', ['--config', config, '--logLevel', 'warn'], { cwd: ROOT, signal });
  if (result.exitCode !== 0) throw new Problem(`${readManifest(folder).name} could not be built:\n${result.stderr}`);
  return join(ROOT, folder, 'dist');
}
