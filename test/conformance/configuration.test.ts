/** A configuration with a secret in it, wherever that stands: it is refused by its place, and nothing that stands in it is told. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { command } from './harness.ts';

const SECRET = 'Zx9SECRETq7LeakMe42';

const START = 'baseUrl: http://127.0.0.1:9\nproduct: svc\nactivated: true\nwallets:\n';
const KNOWN = "knownRequest: { method: GET, path: /v1/svc/x, query: '', t: 1760000000, checksum: xx, secret: S }";

/** The fifth line of a file, which is a wallet, with these codes and whatever follows. */
const wallet = (codes: string): string => `${START}  - { id: 635743, kind: withdrawal, ${codes}\n`;

const RIGHT = wallet('apiCode: env:CODE, secret: env:KEY }');

/** What both commands say; `run` alone where a plan does not look. */
const ROWS: readonly (readonly [what: string, text: string, says: RegExp, of?: 'run'])[] = [
  ['as a secret', wallet(`apiCode: env:CODE, secret: ${SECRET} }`), /line 5, column 64: wallets 1 secret is not where/],
  ['as a code', wallet(`apiCode: ${SECRET}, secret: env:KEY }`), /line 5, column 46: wallets 1 apiCode is not where/],
  ['as that of a known request', RIGHT + KNOWN.replace('S }', `${SECRET} }`), /line 6, .*knownRequest secret is not/],
  [
    'as one of the read-only code',
    `${RIGHT}readOnly: { apiCode: env:CODE, secret: ${SECRET} }`,
    /readOnly secret is not/,
  ],
  [
    'without the end of its quotes',
    wallet(`apiCode: env:CODE, secret: "${SECRET} }`),
    /line \d+, column \d+: it is no YAML/,
  ],
  [
    'without the end of its wallet',
    wallet(`apiCode: env:CODE, secret: ${SECRET}`),
    /line \d+, column \d+: it is no YAML/,
  ],
  ['behind a tab', `${START}\t- secret: ${SECRET}\n`, /line 5, column 1: it is no YAML/],
  ['twice', wallet(`apiCode: env:CODE, secret: ${SECRET}, secret: ${SECRET} }`), /line 5, column \d+: it is no YAML/],
  ['behind *', wallet(`apiCode: env:CODE, secret: *${SECRET} }`), /line 5, column 64: what begins with \* is an alias/],
  [
    'as a key behind *',
    wallet(`apiCode: env:CODE, *${SECRET} : 1 }`),
    /line 5, column 56: what begins with \* is an alias/,
  ],
  [
    'behind !',
    wallet(`apiCode: env:CODE, secret: !${SECRET} x }`),
    /line 5, column \d+: wallets 1 secret is not where/,
  ],
  [
    'behind &',
    wallet(`apiCode: env:CODE, secret: &${SECRET} x }`),
    /line 5, column \d+: wallets 1 secret is not where/,
  ],
  [
    'as a key',
    wallet(`apiCode: env:CODE, secret: env:KEY, ${SECRET}: 1 }`),
    /line 5, column 73: a key of wallets 1 says nothing/,
  ],
  [
    'in braces',
    wallet(`apiCode: env:CODE, secret: {{${SECRET}}} }`),
    /line 5, column 64: wallets 1 secret is not where/,
  ],
  ['as a key in braces', `${RIGHT}{ a: ${SECRET} }: 1\n`, /line 6, column 1: a key of the file says nothing/],
  ['as a key of the file', `${RIGHT}${SECRET}: 1\n`, /line 6, column 1: a key of the file says nothing/],
  ['as a kind', RIGHT.replace('withdrawal', SECRET), /line 5, column 5: wallets 1 has no kind/],
  ['as an ID', RIGHT.replace('635743', SECRET), /line 5, column 5: wallets 1 has no id/],
  ['in an address', RIGHT.replace('127', `user:${SECRET}@127`), /line 1, column 10: baseUrl has more than a host/],
  ['as an address', RIGHT.replace('http:', `${SECRET}:`), /line 1, column 10: baseUrl is no address/],
  ['as a product', RIGHT.replace('svc', `"${SECRET} "`), /line 2, column 10: product takes letters/],
  ['for what its user says', RIGHT.replace('true', `"${SECRET}"`), /line 3, column 12: activated is true, without/],
  [
    'in a comment of a wallet that is there twice',
    `${RIGHT}  - { id: 635743, kind: vault, apiCode: env:CODE, secret: env:KEY } # ${SECRET}\n`,
    /line 6, column 5: wallets 2 has the id of one before it/,
  ],
  ['as all of it', SECRET, /is no configuration/],
  [
    'as a variable',
    wallet(`apiCode: env:CODE, secret: env:${SECRET} }`),
    /line 5, .*wallets 1 secret is not set/,
    'run',
  ],
  [
    'as a file',
    wallet(`apiCode: env:CODE, secret: file:${SECRET} }`),
    /wallets 1 secret is in a file that cannot be read/,
    'run',
  ],
];

test.each(ROWS.map(([what, text, says, of]) => ({ what, text, says, of })))('$what', async ({ text, says, of }) => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => {
    warnings.mockRestore();
  });
  const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 'conform.yaml');
  writeFileSync(file, text);
  const commands = [
    ['run'],
    ['write', '--ledger', `${file}.ledger`],
    ...(of === 'run' ? [] : [['plan'], ['plan', '--write']]),
  ];
  for (const args of commands) {
    const outcome = await command([...args, '--config', file], {}, { CODE: 'a-code-of-it', KEY: 'a-secret-of-it' });
    expect({ exitCode: outcome.exitCode, stdout: outcome.stdout }, args.join(' ')).toEqual({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toMatch(says);
    expect(outcome.stderr).not.toContain(SECRET);
  }
  expect(JSON.stringify(warnings.mock.calls)).not.toContain(SECRET);
});

test('an alias that has an anchor stands for what is there, and a plan needs no codes', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 'conform.yaml');
  writeFileSync(file, `${wallet('apiCode: &code env:CODE }')}readOnly: { apiCode: *code, secret: *code }\n`);
  expect(await command(['plan', '--config', file])).toMatchObject({ exitCode: 0, stderr: '' });
  const { stderr } = await command(['run', '--config', file], {}, { CODE: 'a-code-of-it' });
  expect(stderr).toContain('line 5, column 5: wallets 1 secret is not where it can be read from');
});
