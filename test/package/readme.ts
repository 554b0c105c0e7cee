/** The examples of a README, with what they say that they print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.ts';

/** A fenced block of TypeScript: a module of its own. */
export interface Example {
  /** The heading above it. */
  readonly heading: string;
  readonly code: string;
  /** What stands behind each `// → `, in turn; a line that is printed several times has commas. */
  readonly prints: readonly string[];
}

/** Every example of a package, with the address of a service in the place of the README's. */
export function examplesOf(baseUrl: string, name = 'client'): Example[] {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  return readme.split(/^## /m).flatMap((section) => {
    const [heading = ''] = section.split('\n');
    return Array.from(section.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => ({
      heading,
      code: code.replaceAll('https://wallet.example', baseUrl),
      prints: Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, line = '']) => line.split(/, (?=\d)/)).flat(),
    }));
  });
}
