// The packages that share one version. Releasing is of all of them, so these scripts alone look into packages/.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT, SOURCE } from '../lib/paths.ts';

export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  [key: string]: unknown;
}

/** Folders of the packages, relative to the top folder. */
export function packageFolders(): string[] {
  const manifests = globSync(['generated/package.json', 'packages/*/package.json'], { cwd: ROOT });
  return manifests.map((file) => file.replaceAll('\\', '/').replace('/package.json', '')).sort();
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** The version of the hand-written document. */
export function documentVersion(): string {
  const document = parse(readFileSync(join(ROOT, SOURCE), 'utf8')) as { info: { version: string } };
  return document.info.version;
}
