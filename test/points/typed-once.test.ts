// The value of an open point is typed in its file, and nowhere else: who types it again keeps the old one when it is answered.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pointsOf } from '@wallet-operations/answers';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** Where no value of a point may stand: code, prose and everything else of the document. */
const files = globSync(['packages/{client,sandbox}/src/**/*.{ts,html}', 'scripts/**/*.ts', 'openapi/**/*.{yaml,md}'], {
  cwd: ROOT,
  exclude: [
    'openapi/README.md',
    'openapi/open-points/**',
    'packages/sandbox/src/rules/whitelist.ts', // the states of whitelist entries and of vaults are the interface's
    'packages/sandbox/src/control/vault.ts',
  ],
}).map((file) => file.replaceAll('\\', '/'));

/** What a second copy would look like. */
const COPIES: readonly (readonly [point: string, copy: RegExp])[] = [
  ['callback-retry', /\b1, 3, 5, 15\b/],
  ['processing-state', /\b0 in pool|processing_?[sS]tate`?\)? *(?:===?|is|at) *\d/],
  ['callback-state', /\b[Ss]tate`? *(?:===?|at) *\d|\b1 processing|\bstate (?:3|5|8|10|11)\b/],
  ['wallet-type', /\b0 vault\b|deposit-withdrawal['"]?: *\d/],
  ['callback-type', /\b1 deposit\b|\btype`? *(?:===?) *\d/],
  ['request-time', /\b(?:240|300) (?:seconds|are assumed)|\* 0\.8 \+|T_WINDOW = \d/],
  ['api-code-lifetime', /\b90 days|\b90 \* 24/],
  ['callback-signature', /callback[^\n]*['"`]X-CHECKSUM['"`]|HEADER = ['"`]X-CHECKSUM/],
  ['throttling-count', /\b300 calls/],
  ['currency-numbers', /'(?:LTC|XRP|SOL|BNB)', *\d+n?,(?! *\d+_?\d*n)|\bSLIP-44\b/],
  ['approval-declined', /: STAGE\.(?:cancelled|failed)\b/],
  ['wallet-balance-envelope', /\bwallet_balances: \w/],
  ['price-envelope', /\bcurrency_prices: \[$/m],
];

test.each(COPIES)('%s is typed in its file alone', (_, copy) => {
  expect(files.filter((file) => copy.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

describe('a value fits what is said to fit', () => {
  const points = pointsOf(document);
  const ajv = new Ajv2020();
  test.each(Object.entries(points).filter(([, { value }]) => value !== undefined))('%s', (_, { value, fits = {} }) => {
    expect(ajv.validate(fits, value), ajv.errorsText()).toBe(true);
  });
});

test('no text asks for a value any more', () => {
  expect(JSON.stringify(document)).not.toContain('{{');
});
