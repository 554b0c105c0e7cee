// How easily others can integrate by the document, as Redocly grades it: more than the best public document measured (86.5).
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What is reached. More would take bounds that the interface does not give, and no names for schemas. */
const REACHED = 87.1;

const require = createRequire(import.meta.url);

test(`the document scores ${String(REACHED)}`, async () => {
  const bin = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');
  const document = require.resolve('@wallet-operations/openapi/openapi.json');
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'score', document, '--format', 'json'], {
    env: environment,
  });
  const { agentReadiness } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { agentReadiness: number };
  expect(agentReadiness).toBeGreaterThanOrEqual(REACHED);
});
