// The `prepack` of every package: npm would pack and publish sources, which no installed package can run, without a word. What is
// published is built into dist/, with a manifest that has no scripts.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';

const folder = basename(process.cwd()); // npm starts it in the folder of the package
const script = `pack:${folder}`;
const isPublished = existsSync('tsdown.config.ts');

console.error(`packages/${folder} has sources that only this repository can run: npm cannot pack them.`);
console.error(
  isPublished
    ? `Build what is published: npm run ${script}, then npm pack in packages/${folder}/dist.`
    : 'It is no package by itself: those that stand on it are published with it inside.',
);
process.exitCode = 1;
