/** Services that differ from the document: what differs is found, and nothing else. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { testVariants } from './variants/run.ts';

await testVariants(globSync('own-*.variants.ts', { cwd: join(import.meta.dirname, 'variants') }).sort());
