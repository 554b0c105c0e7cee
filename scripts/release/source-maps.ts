// Source maps of a package name its sources as its users know them, and not by where they lay when it was built.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { ROOT } from '../lib/paths.ts';

/**
 * Has each source map lead to `src/` beside the package.json. The sources themselves are not there: the map has their text.
 *
 * @param folder - what was built
 * @param here - folder of the package that it was built of
 */
export function placeSources(folder: string, here: string): void {
  for (const file of globSync('**/*.js.map', { cwd: folder })) {
    const path = join(folder, file);
    const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] };
    const sources = map.sources.map((source) => {
      const whole = join(dirname(path), source);
      const own = slashed(relative(here, whole));
      const known = own.startsWith('../') ? slashed(relative(ROOT, whole)) : own; // or of a package that it brings along
      return posix.relative(posix.dirname(slashed(file)), known);
    });
    writeFileSync(path, JSON.stringify({ ...map, sources }));
  }
}

/** Takes out of declarations where their maps would be: none are made of them. */
export function forgetMaps(folder: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n'));
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/');
