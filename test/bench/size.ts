/** What the client adds to an application's bundle, for each way to use it, and what the core's bytes go to. */
import { createApplication, remove, temporaryFolder } from '../package/build.ts';

const CORE = 'createWalletClient (the core)';
const uses = {
  [CORE]: `export { createWalletClient } from './dist/index.js';`,
  'with submitWithdrawals': `export { createWalletClient, submitWithdrawals } from './dist/index.js';`,
  'all of the client': `export * from './dist/index.js';`,
  'all of ./callbacks': `export * from './dist/callbacks.js';`,
  'both, all of it': `export * from './dist/index.js'; export * from './dist/callbacks.js';`,
  'openapi-fetch alone': `export { default } from 'openapi-fetch';`,
};

const folder = temporaryFolder();
try {
  const application = await createApplication(folder);
  for (const [use, code] of Object.entries(uses)) {
    const { minified, gzipped } = await application.bundle(code);
    console.log(line(use, minified, 'minified', gzipped, 'gzipped'));
  }
  const core = await application.bundle(uses[CORE]);
  console.log('\nThe core by module, in bytes before minification:');
  for (const [id, size] of [...core.modules].sort(([, a], [, b]) => b - a))
    if (size > 0) console.log(line(id.replace(/^.*?(?=node_modules|dist)/, ''), size));
} finally {
  remove(folder);
}

function line(what: string, ...figures: (number | string)[]): string {
  const shown = figures.map((figure) => (typeof figure === 'number' ? String(figure).padStart(7) : figure));
  return `${what.padEnd(50)}${shown.join(' ')}`;
}
