// `npm run build`: makes generated/ of openapi/, one artifact after the other, unless it is made already.
import type { Build } from './lib/build.ts';
import { readOptions } from './lib/options.ts';
import { Problem } from './lib/problems.ts';
import { publish, staleFiles } from './lib/publish.ts';
import { inputHash, isUpToDate, writeStamp } from './lib/stamp.ts';

const options = readOptions('npm run build -- [--check]', {
  check: { type: 'boolean' }, // writes nothing, and fails if that would have changed anything
});

if (options.check) await make('compare with generated/', compare);
else {
  const inputs = inputHash();
  if (isUpToDate(inputs)) console.log('generated/ is up to date');
  else
    await make('write generated/', async ({ staging }) => {
      await publish(staging);
      writeStamp(inputs);
    });
}

/** Runs all steps and then the last. What they are made with takes long to load, so it is not loaded where there is nothing to do. */
async function make(title: string, last: (build: Build) => Promise<void>): Promise<void> {
  const [{ run }, { steps }] = await Promise.all([import('./lib/run.ts'), import('./steps/index.ts')]);
  await run([...steps, [title, last]]);
}

/** docs/ is not committed, so it cannot be stale in a commit. */
async function compare({ staging }: Build): Promise<void> {
  const stale = (await staleFiles(staging)).filter((file) => !file.startsWith('docs/'));
  if (stale.length === 0) return;
  const list = stale.map((file) => `  generated/${file}`).join('\n');
  throw new Problem(
    `Not what openapi/ gives:\n${list}\n\nnpm run build mends it; commit what it writes.`,
    stale.length,
  );
}
