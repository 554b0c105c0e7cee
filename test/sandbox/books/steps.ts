/** What may happen, as plain data that shrinks: which wallet or order is meant is a number, whatever there are then. */
import fc from 'fast-check';

/** How much: of what a wallet has, once it has paid the fee. */
export type Much = 'little' | 'half' | 'all' | 'one too much' | 'double';

interface OfOrder {
  order: number;
  callback: boolean;
}

/** What each step takes. */
interface Fields {
  withdraw: {
    from: number;
    to: number;
    much: Much;
    manual: boolean;
    token: number;
    lost: 'answer' | 'request' | '';
    web: boolean;
    copies: number;
  };
  'withdraw at once': { withdrawals: { from: number; to: number; much: Much; token: number; copies: number }[] };
  'withdraw at the average fee': { from: number; to: number; blocks: number };
  'submit again': { order: number };
  'submit a bad batch': { from: number };
  deposit: { to: number; address: number; much: Much; announced: boolean; twice: boolean };
  fund: { to: number; address: number; much: Much };
  'create addresses': { of: number; count: number };
  mine: { blocks: number };
  advance: { seconds: number };
  fail: OfOrder;
  drop: OfOrder;
  hold: OfOrder;
  resend: OfOrder;
  invalidate: OfOrder;
  reorganise: { blocks: number };
  sweep: { kind: 'collect' | 'airdrop'; of: number; address: number };
  'ask the vault': { of: number; to: number; much: Much; approved: boolean };
  'move in the vault': { which: number; state: number };
  list: { address: number };
  unlist: { address: number };
  receiver: { up: boolean };
  disturb: { how: 'drop' | 'duplicate' };
  'disturb no more': object;
  redeliver: { which: number };
  snapshot: object;
  restore: { which: number };
  restart: object;
  reset: object;
}

/** A step of one kind, or of several. */
export type StepOf<D extends keyof Fields> = { [K in D]: { do: K } & Fields[K] }[D];

/** A step of a program. */
export type Step = StepOf<keyof Fields>;

/** One of several, by any number. */
export const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length];

const any = fc.nat(99);
const much = fc.constantFrom<Much[]>('little', 'half', 'all', 'one too much', 'double');
const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 7);
const copies = fc.constantFrom(1, 1, 1, 2, 3);
const lost = fc.constantFrom<('answer' | 'request' | '')[]>('', '', '', '', '', '', '', '', 'answer', 'request');

const one = <D extends keyof Fields>(
  weight: number,
  name: D,
  fields: { [K in keyof Fields[D]]: fc.Arbitrary<Fields[D][K]> },
): fc.WeightedArbitrary<Step> => ({
  weight: weight * 10, // they have to be whole
  arbitrary: fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>,
});

const ofOrder = { order: any, callback: fc.boolean() };

/** Any step. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  one(14, 'withdraw', { from: any, to: any, much, manual: rarely, token: any, lost, web: rarely, copies }),
  one(3, 'withdraw at once', {
    withdrawals: fc.array(fc.record({ from: any, to: any, much, token: any, copies }), { minLength: 2, maxLength: 4 }),
  }),
  one(1, 'withdraw at the average fee', { from: any, to: any, blocks: fc.integer({ min: 1, max: 100 }) }),
  one(1, 'submit again', { order: any }),
  one(1, 'submit a bad batch', { from: any }),
  one(7, 'deposit', { to: any, address: any, much, announced: fc.boolean(), twice: rarely }),
  one(4, 'fund', { to: any, address: any, much }),
  one(2, 'create addresses', { of: any, count: fc.integer({ min: 1, max: 2 }) }),
  one(8, 'mine', { blocks: fc.constantFrom(1, 1, 1, 2, 5, 12) }),
  one(5, 'advance', { seconds: fc.constantFrom(1, 5, 12, 30, 61, 200, 1000, 86_400) }),
  one(2, 'fail', ofOrder),
  one(2, 'drop', ofOrder),
  one(1, 'hold', ofOrder),
  one(2, 'resend', ofOrder),
  one(1, 'invalidate', ofOrder),
  one(4, 'reorganise', { blocks: fc.constantFrom(1, 1, 2, 3, 12) }),
  one(1, 'sweep', { kind: fc.constantFrom<('collect' | 'airdrop')[]>('collect', 'airdrop'), of: any, address: any }),
  one(2, 'ask the vault', { of: any, to: any, much, approved: fc.boolean() }),
  one(2, 'move in the vault', { which: any, state: fc.integer({ min: 0, max: 6 }) }),
  one(2, 'list', { address: any }),
  one(1, 'unlist', { address: any }),
  one(2, 'receiver', { up: fc.boolean() }),
  one(1, 'disturb', { how: fc.constantFrom<('drop' | 'duplicate')[]>('drop', 'duplicate') }),
  one(1, 'disturb no more', {}),
  one(1, 'redeliver', { which: any }),
  one(2, 'snapshot', {}),
  one(1, 'restore', { which: any }),
  one(1, 'restart', {}),
  one(0.1, 'reset', {}),
);
