/** Nothing is written without the word, a whole configuration and a ledger: what is missing or odd is refused before a socket opens. */
import { existsSync, readFileSync, symlinkSync, writeFileSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../harness.ts';
import { OWN, startPaying, WORD } from './paying.ts';

const AGREED = ['--yes-spend', WORD];

test.each([
  ['no word', [], {}, 'To write needs the word that it may: --yes-spend "0.25 ETH"'],
  ['the word of another amount', ['--yes-spend', '0.2 ETH'], {}, '--yes-spend "0.25 ETH"'],
  ['the word of another currency', ['--yes-spend', '0.25 BTC'], {}, '--yes-spend "0.25 ETH"'],
  ['an empty word', ['--yes-spend', ''], {}, '--yes-spend "0.25 ETH"'],
  ['no wallet', AGREED, { wallet: undefined }, 'writing wallet is no ID of one of the wallets above'],
  ['a wallet that is not given', AGREED, { wallet: '1' }, 'writing wallet is no ID of one of the wallets above'],
  ['no address', AGREED, { address: undefined }, 'has no address that is a text in quotes'],
  ['an address with a space', AGREED, { address: `${OWN} ` }, 'address has spaces'],
  ['no currency', AGREED, { currency: undefined }, 'has no currency'],
  ['no amount', AGREED, { amount: undefined }, 'has no amount'],
  ['an amount that is a float', AGREED, { amount: 0.25 }, 'has no amount that is a text in quotes'],
  ['an amount with a comma', AGREED, { amount: '0,25' }, 'amount is no decimal number above 0'],
  ['an amount with an exponent', AGREED, { amount: '25e-2' }, 'amount is no decimal number above 0'],
  ['a negative amount', AGREED, { amount: '-0.25' }, 'amount is no decimal number above 0'],
  [
    'an amount with zeros in front',
    AGREED,
    { amount: '00.25' },
    'amount is no decimal number above 0 without needless',
  ],
  ['nothing as the amount', AGREED, { amount: '0.000' }, 'amount is no decimal number above 0'],
  ['no cap', AGREED, { at_most: undefined }, 'has no at_most'],
  ['a cap of NaN', AGREED, { at_most: 'NaN' }, 'at_most is no decimal number above 0'],
  ['an amount above the cap', AGREED, { at_most: '0.24999999999999999999' }, 'amount is more than at_most'],
  ['no prefix', AGREED, { order_id_prefix: undefined }, 'has no order_id_prefix'],
  ['no prefix of the wallet', AGREED, { wallet_prefix: undefined }, 'has no wallet_prefix'],
  ['the prefix of the wallet', AGREED, { order_id_prefix: 'shop1_' }, 'order_id_prefix is too short'],
  ['a prefix that is short', AGREED, { order_id_prefix: 'shop1_conform' }, 'order_id_prefix is too short'],
  ['a prefix as orders have it', AGREED, { order_id_prefix: 'shop1_20261120_' }, 'could be that of an order of yours'],
  [
    'a prefix that is the word of the wallet’s own',
    AGREED,
    { wallet_prefix: 'conform_', order_id_prefix: 'conform_20261120_' },
    'could be that of an order of yours',
  ],
  ['a prefix of another wallet', AGREED, { order_id_prefix: 'shop2_conform_' }, 'does not begin with wallet_prefix'],
  ['a prefix with a slash', AGREED, { order_id_prefix: 'shop1_conform/' }, 'takes letters, digits, _ and -'],
  ['a misspelt key', AGREED, { atmost: '1' }, 'a key of writing says nothing here. There is wallet, currency'],
  ['whitelist_entry as a text', AGREED, { whitelist_entry: 'no' }, 'neither true nor false'],
  [
    'a deposit address without a memo',
    AGREED,
    { deposit_address: { wallet: '635744' } },
    'deposit_address has no memo',
  ],
  ['a memo that is a number', AGREED, { memo: 77 }, 'has no memo that is a text in quotes'],
  [
    'a contract of no token',
    AGREED,
    { token_contract_address: OWN },
    'token_contract_address needs token, the symbol of the token',
  ],
])('%s', async (_, args, changes, says) => {
  const service = await startPaying();
  const { exitCode, stdout, stderr } = await service.write(args, changes);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(says);
  expect(service.came).toEqual([]);
  expect(existsSync(service.ledger)).toBe(false);
});

/** What nobody sees, and would be a part of a memo. */
const UNSEEN = [
  ['a line end, as a block of YAML has one', '770077\n'],
  ['a carriage return', '770077\r'],
  ['a tab within', '77\t0077'],
  ['a space in front', ' 770077'],
  ['a no-break space in front', '\u00a0770077'],
  ['an ideographic space behind', '770077\u3000'],
  ['a zero-width space behind', '770077\u200b'],
  ['a byte order mark in front', '\ufeff770077'],
  ['a soft hyphen within', '77\u00ad0077'],
  ['a mark of direction', '\u202e770077'],
  ['a line separator', '770077\u2028'],
  ['a paragraph separator', '77\u20290077'],
  ['a filler that is a letter', '770077\u3164'],
  ['half a character', '770077\ud800'],
  ['a blank of Braille behind', '770077\u2800'],
  ['a note without a head', '770077\u{1d159}'],
  ['what is no character', '770077\ufffe'],
  ['what Unicode has not assigned', '770077\u0378'],
] as const;

test.each(UNSEEN)('%s is refused in each text of it, by plan as well, and is not shown', async (_, memo) => {
  const service = await startPaying();
  const deposit_address = { wallet: String(service.tagged.walletId), memo };
  for (const changes of [{ memo }, { deposit_address }, { address: memo }, { currency: memo }]) {
    const { exitCode, stderr } = await service.write(AGREED, changes);
    const [name] = Object.keys(changes);
    expect({ exitCode, name, stderr }).toEqual({
      ...{ exitCode: 2, name },
      stderr: expect.stringMatching(/(memo|address|currency) has spaces around it, a line end, or signs/) as string,
    });
    expect(stderr).not.toContain('0077');
    const plan = await command(['plan', '--write', '--config', service.configure(changes)]);
    expect(plan).toMatchObject({ exitCode: 2, stdout: '', stderr });
  }
  expect(service.came).toEqual([]);
  expect(existsSync(service.ledger)).toBe(false);
});

test('a block of YAML ends its memo with a line end, which is refused by its place', async () => {
  const service = await startPaying();
  const { writing, ...others } = JSON.parse(readFileSync(service.configure(), 'utf8')) as Record<string, object>;
  const file = join(service.folder, 'config.yaml');
  const lines = Object.entries({ ...others, writing: { ...writing, memo: undefined } }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  writeFileSync(file, lines.join('\n').replace(/\nwriting: .*/, ''));
  const block = Object.entries(writing ?? {}).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nwriting:\n${block.join('')}  memo: |\n    770077\n`);
  const args = ['write', '--config', file, '--ledger', service.ledger, ...AGREED];
  const { exitCode, stderr } = await command(args, {}, service.environment);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/config\.yaml, line \d+, column \d+: writing memo has spaces around it, a line end/);
  expect(service.came).toEqual([]);
});

test('a memo with spaces and signs of any script within is taken as it is', async () => {
  const service = await startPaying();
  const memo = 'Köln 東京 7';
  const { stdout } = await command(['plan', '--write', '--config', service.configure({ memo })]);
  expect(stdout).toContain(`"memo":"${memo}"`);
});

test('without a block of its own, a read-only code, or the word about the codes, nothing is sent', async () => {
  const service = await startPaying();
  for (const [others, says] of [
    [{ writing: undefined }, 'writing is missing'],
    [{ readOnly: undefined }, 'has no readOnly'],
    [{ activated: undefined }, 'activated: true is missing'],
  ] as const) {
    const args = ['write', '--config', service.configure({}, others), '--ledger', service.ledger, ...AGREED];
    const { exitCode, stderr } = await command(args, {}, service.environment);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
  }
  const args = ['write', '--config', service.configure(), ...AGREED];
  expect((await command(args, {}, service.environment)).stderr).toContain('needs --ledger FILE');
  expect(service.came).toEqual([]);
});

test('a plan lists each write with its amount, and sends nothing', async () => {
  const service = await startPaying();
  const file = service.configure({
    whitelist_entry: true,
    deposit_address: { wallet: String(service.tagged.walletId), memo: '77' },
  });
  const { exitCode, stdout } = await command(['plan', '--write', '--config', file]);
  expect(exitCode).toBe(0);
  const writes = stdout.split('\n').filter((line) => line.startsWith('POST'));
  expect(writes).toEqual([
    `POST /v1/svc/wallets/${String(service.tagged.walletId)}/addresses {"count":1,"memos":["77"]}`,
    `POST /v1/svc/wallets/${String(service.payer.walletId)}/sender/whitelist {"items":[{"address":"${OWN}"}]}`,
    `POST /v1/svc/wallets/${String(service.payer.walletId)}/sender/transactions {"requests":[{"order_id":"shop1_conform_…","address":"${OWN}","amount":"0.25"}],"ignore_black_list":false}`,
  ]);
  expect(stdout).toContain('pays 0.25 ETH, once, and the fee');
  expect(stdout).toContain('at most 0.6 ETH');
  expect(stdout).toContain('--yes-spend "0.25 ETH"');
  expect(service.came).toEqual([]);
});

test('a plain run takes the same configuration, and writes nothing', async () => {
  const service = await startPaying();
  const args = ['run', '--config', service.configure(), '--calls', '1000000', '--share', '100', '--quiet'];
  await command(args, { now: service.sandbox.now, pass: () => Promise.resolve() }, service.environment);
  expect(service.came.length).toBeGreaterThan(50);
  expect(service.writes()).toEqual([]);
});

/** Makes a link. */
const linkTo =
  (place: string) =>
  (path: string): undefined => {
    symlinkSync(place, path);
  };

/** What stands where the ledger should. */
const ODD: readonly (readonly [what: string, make: (path: string) => string | undefined, says: string])[] = [
  ['a text of somebody’s', (path) => (writeFileSync(path, 'dear diary'), 'dear diary'), 'is no ledger'],
  ['a file of somebody’s', (path) => (writeFileSync(path, '{"a":1}\n'), '{"a":1}\n'), 'is no ledger'],
  ['a device', linkTo('/dev/null'), 'no file with one name'],
  [
    'a file with two names',
    (path) => {
      writeFileSync(`${path}.other`, '');
      linkSync(`${path}.other`, path);
      return '';
    },
    'no file with one name',
  ],
  ['a link to a folder that there is not', linkTo('/nowhere/at/all'), 'Without a ledger nothing is sent'],
];

test.each(ODD)('%s is no ledger, stays as it is, and nothing is sent', async (_, make, says) => {
  const service = await startPaying();
  const text = make(service.ledger);
  const { exitCode, stderr } = await service.write();
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
  if (text !== undefined) expect(readFileSync(service.ledger, 'utf8')).toBe(text);
  expect(service.came).toEqual([]);
});

test.each([
  [
    'a link',
    (service: { folder: string; ledger: string }) => {
      symlinkSync(service.ledger, join(service.folder, 'link'));
      return join(service.folder, 'link');
    },
  ],
  [
    'a folder that is a link',
    (service: { folder: string; ledger: string }) => {
      symlinkSync(service.folder, join(service.folder, 'folder'));
      return join(service.folder, 'folder', 'ledger.jsonl');
    },
  ],
])('no report is written over a ledger that is yet to be made, by %s', async (_, make) => {
  const service = await startPaying();
  const file = make(service);
  for (const option of ['--transcript', '--markdown', '--junit']) {
    const { exitCode, stderr } = await service.write([...AGREED, option, file]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('would write over');
  }
  expect(service.came).toEqual([]);
  expect(service.lines()).toHaveLength(1);
});

test('no report is written over the ledger', async () => {
  const service = await startPaying();
  await service.write();
  const { exitCode, stderr } = await service.write([...AGREED, '--transcript', service.ledger]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('would write over');
  expect(service.lines()).toHaveLength(4);
  expect(join(service.folder, 'ledger.jsonl')).toBe(service.ledger);
});
