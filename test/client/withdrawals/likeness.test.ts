/** Whether a record is the order that was asked for: as a chain would compare them, whatever the spelling. */
import { findWithdrawals } from '@wallet-operations/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json, page } from '../stub.ts';
import { orderOf, recordOf, serve, type Order } from './service.ts';

const HEX = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
const BECH32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const CASH = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const DATA = `7${'q'.repeat(40)}`; // of bech32, and as long
const BASE58 = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const TAGGED = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv';
const TRON = '41A614F803B6FD780986A42C78EC9C7F77E6DED13C';
const LEGACY = '3J98t1WpEZ73CNmQviecrnyiWrnqRHWNLy';

async function outcomeOf(asked: Partial<Order>, found: object): Promise<string | undefined> {
  const order = orderOf('shop1_1', asked);
  const { wallet, clock } = serve([], json(recordOf(order, found)));
  const [settlement] = await clock.finish(findWithdrawals(wallet, [order]));
  return settlement?.outcome;
}

describe('the same withdrawal', () => {
  it.each<[string, Partial<Order>, object]>([
    ['hex in lower case', { address: HEX }, { address: HEX.toLowerCase() }],
    ['hex in upper case', { address: HEX }, { address: `0x${HEX.slice(2).toUpperCase()}` }],
    ['bech32 in upper case', { address: BECH32 }, { address: BECH32.toUpperCase() }],
    ['bech32 asked for in upper case', { address: BECH32.toUpperCase() }, { address: BECH32 }],
    ['a scheme in front', { address: CASH }, { address: `bitcoincash:${CASH}` }],
    ['all of it in upper case', { address: `bitcoincash:${CASH}` }, { address: `BITCOINCASH:${CASH.toUpperCase()}` }],
    ['base58 as it was', { address: BASE58 }, { address: BASE58 }],
    ['zeros behind', { amount: '1.5' }, { amount: '1.500' }],
    ['zeros in front', { amount: '01.5' }, { amount: '1.5' }],
    ['no digit in front', { amount: '.5' }, { amount: '0.5' }],
    ['no digit behind', { amount: '5.' }, { amount: '5' }],
    ['a sign', { amount: '+1' }, { amount: '1' }],
    ['an exponent', { amount: '1e3' }, { amount: '1000' }],
    ['a negative exponent', { amount: '15E-1' }, { amount: '1.5' }],
    ['nothing at all', { amount: '0' }, { amount: '0.000' }],
    ['nothing at all, of more digits', { amount: '0' }, { amount: '00.0' }],
    ['nothing at all, with an exponent', { amount: '0' }, { amount: '0e5' }],
    ['no memo and an empty one', {}, { memo: '' }],
    ['no memo and null', {}, { memo: null }],
    ['no memo and none', {}, { memo: undefined }],
    ['an empty memo and null', { memo: '' }, { memo: null }],
    ['a tag with zeros in front', { address: TAGGED, memo: '007' }, { memo: '7' }],
    ['a longer tag with zeros in front', { address: TAGGED, memo: '0012' }, { memo: '12' }],
    ['a tag that is zero', { address: TAGGED, memo: '0' }, { memo: '000' }],
    ['hex without 0x', { address: HEX }, { address: HEX.slice(2) }],
    ['hex of another chain in lower case', { address: TRON }, { address: TRON.toLowerCase() }],
    ['spaces around it', { address: ` ${BASE58} ` }, { address: BASE58 }],
    ['hex of a workchain', { address: `0:${'ab'.repeat(32)}` }, { address: `0:${'AB'.repeat(32)}` }],
    ['hex of a workchain of two digits', { address: `10:${'ab'.repeat(32)}` }, { address: `10:${'AB'.repeat(32)}` }],
    ['base64 for URLs', { address: 'EQC+/8R5Z3' }, { address: 'EQC-_8R5Z3' }],
    ['a token of an ID', { token_id: '7', amount: '1' }, { amount: '1.0' }],
  ])('%s', async (_, asked, found) => {
    expect(await outcomeOf(asked, found)).toBe('accepted');
  });
});

describe('another withdrawal', () => {
  it.each<[string, Partial<Order>, object]>([
    ['another hex address', { address: HEX }, { address: HEX.replace('25d5', '25d6') }],
    ['another bech32 address', { address: BECH32 }, { address: BECH32.replace('ar0', 'ar2') }],
    ['another base58 address', { address: BASE58 }, { address: BASE58.replace('Bv', 'Bw') }],
    ['base58 that differs by case', { address: BASE58 }, { address: BASE58.replace('Bv', 'BV') }],
    ['what has a scheme in its midst', { address: `7ab:${BASE58}` }, { address: `7${BASE58}` }],
    ['what only ends like hex, in another case', { address: '7.0xAB' }, { address: '7.0xab' }],
    ['what only begins like hex, in another case', { address: '0xABz' }, { address: '0xabz' }],
    ['what only ends like hex, of another length', { address: '7.ab' }, { address: '7.abc' }],
    ['what only begins like hex, of another length', { address: '7a.x' }, { address: '7a.xy' }],
    ['what only ends like bech32, in another case', { address: `7.${DATA}` }, { address: `7.${DATA.toUpperCase()}` }],
    ['what only begins like bech32, in another case', { address: `${DATA}.` }, { address: `${DATA.toUpperCase()}.` }],
    ['capitals that are no bech32', { address: '7SHOP' }, { address: '7shop' }],
    ['another amount', { amount: '1.5' }, { amount: '1.50001' }],
    ['another power of ten', { amount: '1.5' }, { amount: '15' }],
    ['nothing', { amount: '1' }, { amount: '0' }],
    ['another memo', { memo: 'a' }, { memo: 'b' }],
    ['a memo without a sign in its midst', { memo: 'a+b' }, { memo: 'ab' }],
    ['a memo without the space in its midst', { memo: 'a b' }, { memo: 'ab' }],
    ['a memo that was never given', {}, { memo: 'a' }],
    ['a text with zeros in front', { memo: '00a' }, { memo: 'a' }],
    ['a tag with zeros behind', { memo: '100' }, { memo: '10' }],
    ['a tag of zero in the place of another', { address: TAGGED, memo: '5' }, { memo: '0' }],
    ['an amount of an ERC-1155 token', { token_id: '7', amount: '5' }, { amount: '4' }],
    ['an amount of 1', { amount: '5' }, { amount: '1' }],
    ['another amount to an address that cannot be compared', { address: BASE58 }, { address: BECH32, amount: '2' }],
  ])('%s', async (_, asked, found) => {
    expect(await outcomeOf(asked, found)).toBe('conflict');
  });
});

describe('nobody can tell', () => {
  it.each<[string, Partial<Order>, object]>([
    ['base58 of one version and of another', { address: LEGACY }, { address: 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441' }],
    ['base58 and CashAddr', { address: BASE58 }, { address: CASH }],
    ['CashAddr of one version and of another', { address: CASH }, { address: CASH.replace('q', 'z') }],
    ['an address with its tag behind it', { address: TAGGED }, { address: `${TAGGED}?dt=7` }],
    [
      'an address with its tag behind it, which is the memo',
      { address: `${TAGGED}?dt=7` },
      { address: TAGGED, memo: '7' },
    ],
    ['an X-address, which has its tag within', { address: `X${TAGGED}` }, { address: TAGGED, memo: '1' }],
    ['an address with its checksum behind it', { address: '0.0.123-vfmkw' }, { address: '0.0.123' }],
    ['hex of two lengths', { address: HEX }, { address: `0x${'ab'.repeat(32)}` }],
    ['bech32 in mixed case, which it cannot have', { address: DATA.replace('qq', 'qQ') }, { address: DATA }],
    ['an amount that counts as 1 if it is an ERC-721 token', { token_id: '7', amount: '5' }, { amount: '1' }],
    ['a memo of digits that is no tag', { memo: '007' }, { memo: '7' }],
    ['a memo that begins with digits', { memo: '007a' }, { memo: '7a' }],
    ['a tag to what only ends like an address with tags', { address: `x${TAGGED}`, memo: '007' }, { memo: '7' }],
    ['a tag to what only begins like one', { address: `${TAGGED}-${TAGGED}`, memo: '007' }, { memo: '7' }],
    ['a memo without its spaces', { memo: ' a ' }, { memo: 'a' }],
    ['a memo with its spaces made one', { memo: 'a  b' }, { memo: 'a b' }],
    ['a memo in another form of its characters', { memo: 'e\u0301' }, { memo: 'é' }],
    ['a tag of zero that was not given', { address: TAGGED }, { memo: '0' }],
    ['a memo in lower case', { memo: 'A' }, { memo: 'a' }],
    ['a memo without its sign', { memo: '+5' }, { memo: '5' }],
    ['a memo that it does not show', { memo: 'a' }, { memo: '' }],
    ['a memo that is null', { memo: 'a' }, { memo: null }],
    ['a memo that is left out', { memo: 'a' }, { memo: undefined }],
    ['an amount that was none', { amount: '1,5' }, { amount: '1.5' }],
  ])('%s', async (_, asked, found) => {
    expect(await outcomeOf(asked, found)).toBe('unknown');
  });

  it.each([
    ['an empty object', {}],
    ['an error body', { error: 'Wallet ID invalid', error_code: 304 }],
    ['a wrapped record', { transaction: recordOf(orderOf('shop1_1')) }],
    ["somebody else's record", recordOf(orderOf('shop1_2'))],
    ['an amount that is a number', recordOf(orderOf('shop1_1'), { amount: 1.5 })],
    ['an amount that is null', recordOf(orderOf('shop1_1'), { amount: null })],
    ['no amount', recordOf(orderOf('shop1_1'), { amount: undefined })],
    ['an empty amount', recordOf(orderOf('shop1_1'), { amount: '' })],
    ['a point alone', recordOf(orderOf('shop1_1'), { amount: '.' })],
    ['a negative amount', recordOf(orderOf('shop1_1'), { amount: '-1.5' })],
    ['no address', recordOf(orderOf('shop1_1'), { address: undefined })],
    ['an empty address', recordOf(orderOf('shop1_1'), { address: '' })],
    ['a memo that is a number', recordOf(orderOf('shop1_1'), { memo: 7 })],
    ['an array', [recordOf(orderOf('shop1_1'))]],
  ])('by an answer that is no record of the order: %s', async (_, answer) => {
    const { wallet, clock } = serve([], json(answer));
    const [settlement] = await clock.finish(findWithdrawals(wallet, [orderOf('shop1_1')]));
    expect(settlement).toMatchObject({ outcome: 'unknown', error: { name: 'UnreadableResponseError' } });
  });

  it('by a login page', async () => {
    const { wallet, clock } = serve([], page('<html>', 200));
    const [settlement] = await clock.finish(findWithdrawals(wallet, [orderOf('shop1_1')]));
    expect(settlement).toMatchObject({ outcome: 'unknown', error: { reason: 'not_json' } });
  });
});

describe('amounts', () => {
  const digits = fc.stringMatching(/^[0-9]{1,30}$/);
  it('are the same if they are the same number', async () => {
    const spelled = fc
      .record({ whole: digits, fraction: digits, shift: fc.integer({ min: -20, max: 20 }), zeros: fc.nat(5) })
      .map(({ whole, fraction, shift, zeros }) => {
        const plain = `${'0'.repeat(zeros)}${whole}.${fraction}${'0'.repeat(zeros)}`;
        return [plain, `${whole}${fraction}e-${String(fraction.length)}`, shift] as const;
      });
    await fc.assert(
      fc.asyncProperty(spelled, async ([a, b]) => {
        expect(await outcomeOf({ amount: a }, { amount: b })).toBe('accepted');
      }),
      { numRuns: 100 },
    );
  });

  it('differ if they are different numbers', async () => {
    const integers = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.nat(30),
    );
    await fc.assert(
      fc.asyncProperty(integers, async ([a, b, places]) => {
        const spell = (n: bigint): string => `${String(n)}e-${String(places)}`;
        expect(await outcomeOf({ amount: spell(a) }, { amount: spell(b) })).toBe(a === b ? 'accepted' : 'conflict');
      }),
      { numRuns: 100 },
    );
  });

  it('of hundreds of thousands of digits are compared at once', async () => {
    const zeros = '0'.repeat(200_000);
    const start = performance.now();
    expect(await outcomeOf({ amount: '1.5' }, { amount: `${zeros}1.5${zeros}` })).toBe('accepted');
    expect(await outcomeOf({ amount: '1.5' }, { amount: `1.${zeros}5${zeros}1` })).toBe('conflict');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
