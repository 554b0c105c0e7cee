// `npm run build`: makes generated/ of openapi/, one artifact after the other.
import type { Build } from './lib/build.ts';
import { readOptions } from './lib/options.ts';
import { Problem } from './lib/problems.ts';
import { publish, staleFiles } from './lib/publish.ts';
import { run, type Step } from './lib/run.ts';
import { inputHash, isUpToDate, writeStamp } from './lib/stamp.ts';
import { bundle } from './steps/bundle.ts';
import { callbacks } from './steps/callbacks.ts';
import { docs } from './steps/docs.ts';
import { errors } from './steps/errors.ts';
import { lint } from './steps/lint.ts';
import { lintBundle } from './steps/lint-bundle.ts';
import { operations } from './steps/operations.ts';
import { packageJson } from './steps/package.ts';
import { postman } from './steps/postman.ts';
import { tables } from './steps/tables.ts';
import { types } from './steps/types.ts';

const steps: Step[] = [
  ['lint the document', lint],
  ['bundle it', bundle],
  ['lint the bundle', lintBundle],
  ['types', types],
  ['operation table', operations],
  ['error catalogue', errors],
  ['client tables', tables],
  ['callback fields', callbacks],
  ['docs', docs],
  ['Postman collection', postman],
  ['package', packageJson],
];

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

const options = readOptions('npm run build -- [--check | --if-stale]', {
  check: { type: 'boolean' }, // writes nothing, and fails if that would have changed anything
  'if-stale': { type: 'boolean' }, // does nothing if nothing changed since the last build
});

if (options['if-stale'] && isUpToDate()) {
  console.log('generated/ is up to date');
} else if (options.check) {
  await run([...steps, ['compare with generated/', compare]]);
} else {
  const inputs = inputHash();
  const write = async ({ staging }: Build): Promise<void> => {
    await publish(staging);
    writeStamp(inputs);
  };
  await run([...steps, ['write generated/', write]]);
}
