// The part of `npm run lint` that looks at the document: every rule on the source and on the bundle, nothing written.
import { run } from './lib/run.ts';
import { bundle } from './steps/bundle.ts';
import { lint } from './steps/lint.ts';
import { lintBundle } from './steps/lint-bundle.ts';

await run([
  ['lint the document', lint],
  ['bundle it', bundle],
  ['lint the bundle', lintBundle],
]);
