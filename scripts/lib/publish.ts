// Brings generated/ up to date with what a build wrote to its staging folder, touching only files whose bytes differ.
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { GENERATED } from './paths.ts';

/** Files of generated/ whose content is not what the document gives. */
export async function staleFiles(staging: string): Promise<string[]> {
  const files = new Set([...filesOf(staging), ...filesOf(GENERATED)]);
  const stale: string[] = [];
  for (const file of files) {
    const [wanted, present] = await Promise.all(
      [staging, GENERATED].map((folder) => readFile(join(folder, file)).catch(() => null)),
    );
    if (!wanted || !present?.equals(wanted)) stale.push(file);
  }
  return stale.sort();
}

/**
 * Moves new content into generated/ and deletes what no step writes any more. Each file changes in one rename, so a
 * reader never sees half of it.
 *
 * @returns the files that changed
 */
export async function publish(staging: string): Promise<string[]> {
  const written = new Set(filesOf(staging));
  const stale = await staleFiles(staging);
  for (const file of stale) {
    const target = join(GENERATED, file);
    if (written.has(file)) {
      await mkdir(dirname(target), { recursive: true });
      await rename(join(staging, file), target);
    } else {
      await rm(target);
      await rmdir(dirname(target)).catch(() => undefined); // stays if it is not empty
    }
  }
  return stale;
}

/** Every file under a folder, hidden ones too, relative to it and with forward slashes. */
export function filesOf(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    );
}
