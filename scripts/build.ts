// `npm run build`: makes generated/ of openapi/, one artifact after the other, unless it is made already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from './lib/build.ts';
import { readOptions } from './lib/options.ts';
import { GENERATED } from './lib/paths.ts';
import { Problem } from './lib/problems.ts';
import { publish, staleFiles } from './lib/publish.ts';
import { inputHash, isUpToDate, writeStamp } from './lib/stamp.ts';

const options = readOptions('npm run build -- [--check] [--overlay FILE] [--output FOLDER]', {
  check: { type: 'boolean' }, // writes nothing, and fails if that would have changed anything
  overlay: { type: 'string' }, // answers of your operator, an OpenAPI Overlay, which settle open points
  output: { type: 'string' }, // writes there, and leaves generated/ alone
});

const { output } = options;
if (output !== undefined && !options.check)
  await make(`write ${output}`, ({ staging }) => cp(staging, output, { recursive: true }));
else {
  const inputs = inputHash() + answersHash(options.overlay);
  if (isUpToDate(inputs)) console.log('generated/ is up to date');
  else if (options.check) await make('compare with generated/', compare);
  else
    await make('write generated/', async ({ staging }) => {
      const dropped = answeredIn(GENERATED).filter((id) => !answeredIn(staging).includes(id));
      await publish(staging);
      writeStamp(inputs);
      if (dropped.length > 0)
        console.log(
          `\ngenerated/ had answers that this build was not given: ${dropped.join(', ')}.\nThey are assumed again; --overlay FILE answers them.`,
        );
    });
}

/** Runs all steps and then the last. What they are made with takes long to load, so it is not loaded where there is nothing to do. */
async function make(title: string, last: (build: Build) => Promise<void>): Promise<void> {
  const [{ run }, { steps }] = await Promise.all([import('./lib/run.ts'), import('./steps/index.ts')]);
  await run([...steps, [title, last]], { overlay: options.overlay });
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

/** IDs of the points that are answered in a folder that was built. */
function answeredIn(folder: string): string[] {
  const file = join(folder, 'openapi.json');
  if (!existsSync(file)) return [];
  const { 'x-answered-points': answered } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    object | undefined
  >;
  return Object.keys(answered ?? {});
}

/** Other answers make other artifacts. A file that is not there is the build's to tell. */
function answersHash(file: string | undefined): string {
  return file !== undefined && existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : '';
}
