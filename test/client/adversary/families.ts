/** The families whose schedules are all tried: small sets of what may happen, chosen so that they work together. */
import { type Family, THRICE, type World } from './enumerate.ts';
import {
  blackListed,
  code,
  found,
  gate,
  limit,
  listed,
  type LookupMove,
  own,
  PARTS,
  permission,
  type PostMove,
} from './moves.ts';
import { SHOWN_AFTER, type Step } from './driver.ts';
import type { WithdrawalRequest } from '@wallet-operations/client';

const A: WithdrawalRequest = { order_id: 'a', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1.5' };
const B: WithdrawalRequest = { order_id: 'b', address: '0x8ba1F109551bD432803012645Ac136ddd64DBA72', amount: '0.25' };
const MEMO: WithdrawalRequest = { ...A, memo: '7' };
const TWIN: WithdrawalRequest = { ...A, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
const NEVER: WithdrawalRequest = { ...B, order_id: 'n', amount: '1,5' };
const UNNAMED: WithdrawalRequest = { ...B, order_id: 'u', memo: 'm'.repeat(21) };

const P = {
  outage: { name: 'an outage begins', done: 'never', answer: 'never sent: ECONNREFUSED', lasts: true },
  answerLost: { name: 'reset after', done: 'now', answer: 'reset' },
  late: { name: 'reset, done late', done: 'late', answer: 'reset' },
  silent: { name: 'silence, done late', done: 'late', answer: 'silence' },
  gatewayLate: { name: '502, done late', done: 'late', answer: 'bad gateway' },
  replay: { name: 'replay after', done: 'now', answer: 'replay' },
  replayBefore: { name: 'replay before', done: 'never', answer: 'replay' },
  half: { name: 'half an answer', done: 'now', answer: 'half' },
  unlisted: { name: 'unlisted refusal after', done: 'now', answer: 'unlisted refusal' },
  nothing: { name: '{}, not done', done: 'never', answer: 'body: {}' },
  throttled: { name: 'throttled', done: 'never', answer: 'throttled' },
  clock: { name: 'wrong clock', done: 'never', answer: 'wrong clock' },
  listed: { ...own, name: 'all need a memo', once: listed('memo_required', -1) },
  listedA: { ...own, name: 'the first needs a memo', once: listed('memo_required', 0) },
  listedB: { ...own, name: 'the last needs a memo', once: listed('memo_required', 1) },
  black: { ...own, name: 'all blacklisted', once: blackListed(-1) },
  blackA: { ...own, name: 'the first blacklisted', once: blackListed(0) },
  acl: { ...own, name: 'not in the ACL', once: gate('ip_not_in_acl') },
  policy: { ...own, name: 'no policy', once: gate('policy_not_found') },
  callback: { ...own, name: 'approval callback down', once: gate('authentication_callback_unreachable') },
  wallet: { ...own, name: 'wallet not allowed', once: gate('not_found') },
  revoked: { ...own, name: 'code revoked', once: code('invalid_api_code') },
  forbidden: { ...own, name: 'no permission', once: permission },
  one: { ...own, name: 'one order a call', once: limit(1) },
  nothingTaken: { ...own, name: '200 with null, not taken', odd: { value: null, of: 'all', taken: false } },
  nullTaken: { ...own, name: '200 with null, taken', odd: { value: null, of: 'all', taken: true } },
  minus: { ...own, name: '200 with -1, not taken', odd: { value: -1, of: 'all', taken: false } },
  text: { ...own, name: '200 with a text, not taken', odd: { value: '12', of: 'last', taken: false } },
  leftOut: { ...own, name: 'the first left out, not taken', odd: { value: undefined, of: 'first', taken: false } },
  leftOutTaken: { ...own, name: 'the last left out, taken', odd: { value: undefined, of: 'last', taken: true } },
  abort: { name: 'aborted, done', done: 'now', answer: 'own', caller: 'aborts' },
  abortLate: { name: 'aborted, done late', done: 'late', answer: 'silence', caller: 'aborts' },
  kill: { name: 'killed, done', done: 'now', answer: 'own', caller: 'is killed' },
  killLate: { name: 'killed, done late', done: 'late', answer: 'silence', caller: 'is killed' },
} as const satisfies Record<string, PostMove>;

const L = {
  lost: { name: 'reset', answer: 'reset' },
  outage: { name: 'an outage begins', answer: 'never sent: ECONNREFUSED', lasts: true },
  revoked: { ...found, name: 'code revoked', once: code('invalid_api_code') },
  nothing: { name: '{}', answer: 'nothing' },
  error: { name: 'an error with 200', answer: 'an error with 200' },
  login: { name: 'a login page', answer: 'a login page' },
  page: { name: 'a page with 404', answer: 'a page with 404' },
  wrapped: { name: 'wrapped', answer: 'wrapped' },
  others: { name: "somebody else's", answer: "somebody else's" },
  noAmount: { ...found, name: 'amount null', spelling: 'amount null' },
  amountNumber: { ...found, name: 'amount a number', spelling: 'amount as a number' },
  noMemo: { ...found, name: 'memo null', spelling: 'memo null, whatever it was' },
  exponent: { ...found, name: 'amount with an exponent', spelling: 'amount with an exponent' },
  lower: { ...found, name: 'address in lower case', spelling: 'address in lower case' },
  abort: { name: 'aborted', answer: 'own', caller: 'aborts' },
  kill: { name: 'killed', answer: 'own', caller: 'is killed' },
} as const satisfies Record<string, LookupMove>;

/** Each of some worlds with each of others. */
const times = (some: readonly World[], others: readonly World[]): World[] =>
  some.flatMap((one) => others.map((other) => ({ ...one, ...other, name: `${one.name}, ${other.name}` })));

const ORDERS: readonly World[] = [
  { name: 'duplicates first' },
  { name: 'duplicates last', judging: { classes: 'GVLD' } },
];
const LAGS: readonly World[] = [
  { name: 'lookups at once', lag: 0 },
  { name: 'lookups 29 s behind', lag: 29_000 },
];
const ALL_PARTS: readonly World[] = PARTS.map((part) => ({ name: `a refused batch: ${part}`, part }));

const FORGOTTEN: readonly Step[] = [
  { pause: 0, says: 'none', forgets: true },
  { pause: 1000, says: 'possible' },
  { pause: SHOWN_AFTER, says: 'shown' },
];
const TWINS: readonly Step[] = [
  { pause: 0, says: 'possible', hasTwin: true },
  { pause: SHOWN_AFTER, says: 'shown' },
];
const HURRIED: readonly Step[] = [
  { pause: 0, says: 'none', deadline: 20_000, timeout: 8000 },
  { pause: 1000, says: 'possible', deadline: 20_000 },
  { pause: SHOWN_AFTER, says: 'shown' },
];
const STEPS: readonly World[] = [
  { name: 'thrice', steps: THRICE },
  { name: 'what was said first is forgotten', steps: FORGOTTEN, late: 2000 },
];

export const ONE: readonly Family[] = [
  {
    name: 'one order: what is late',
    orders: [A],
    worlds: times(times(ORDERS, LAGS), STEPS),
    posts: [own, P.outage, P.late, P.answerLost, P.listed],
    lookups: [found, L.lost, L.outage],
    depth: 5,
    least: 4_000,
  },
  {
    name: 'one order: what is answered',
    orders: [A],
    worlds: times(ORDERS, LAGS),
    posts: [own, P.nothingTaken, P.nullTaken, P.unlisted, P.replay, P.replayBefore, P.half, P.gatewayLate, P.nothing],
    lookups: [found, L.nothing, L.error, L.page, L.others],
    depth: 4,
    least: 6_000,
  },
  {
    name: 'one order: who may, and what is listed',
    orders: [A],
    worlds: times(ORDERS, STEPS),
    posts: [own, P.late, P.black, P.acl, P.policy, P.callback, P.wallet, P.revoked, P.forbidden, P.throttled, P.clock],
    lookups: [found, L.revoked],
    depth: 5,
    least: 15_000,
  },
  {
    name: 'one order: the caller ends it',
    orders: [A],
    worlds: times(LAGS, [{ name: 'in no hurry' }, { name: 'in a hurry', steps: HURRIED }]),
    posts: [own, P.abort, P.abortLate, P.kill, P.killLate, P.silent],
    lookups: [found, L.abort, L.kill],
    depth: 7,
    least: 1_500,
  },
  {
    name: 'one order: the credentials fail',
    orders: [A],
    worlds: LAGS,
    posts: [own, P.killLate, P.answerLost],
    lookups: [found, L.lost],
    credentials: ['gives them', 'throws', 'gives none', 'gives a wrong secret'],
    depth: 6,
    least: 2_500,
  },
  {
    name: 'one order: two processes',
    orders: [A],
    worlds: times(times(ORDERS, LAGS), [{ name: 'twins', steps: TWINS }]),
    posts: [own, P.outage, P.late, P.answerLost, P.listed],
    lookups: [found, L.outage],
    depth: 8,
    least: 4_000,
  },
  {
    name: 'one order: an ID that is used',
    orders: [MEMO],
    currency: 'EOS',
    worlds: times(ORDERS, [
      { name: 'another address', before: [{ order: { ...MEMO, address: B.address }, isForeign: true }] },
      { name: 'another amount', before: [{ order: { ...MEMO, amount: '15' }, isForeign: true }] },
      { name: 'its own', before: [{ order: MEMO, isForeign: false }], steps: THRICE.slice(1) },
    ]),
    posts: [own, P.late, P.black, P.nothingTaken],
    lookups: [found, L.lost, L.nothing, L.noAmount, L.amountNumber, L.noMemo, L.others, L.exponent, L.lower],
    depth: 4,
    least: 1_000,
  },
  {
    name: 'one order: an ID of an address that differs in case alone',
    orders: [TWIN],
    currency: 'BTC',
    worlds: [
      {
        name: 'another address',
        before: [{ order: { ...TWIN, address: '1bOATslrhTknNGKDxeEOBr76B53letTPYt' }, isForeign: true }],
      },
    ],
    posts: [own, P.late, P.killLate],
    lookups: [found, L.lost, L.noAmount],
    depth: 6,
    least: 200,
  },
];

export const TWO: readonly Family[] = [
  {
    name: 'two orders: a batch is refused',
    orders: [A, B],
    worlds: times(ALL_PARTS, ORDERS),
    posts: [own, P.listedA, P.listedB, P.listed, P.acl, P.one, P.late],
    lookups: [found, L.lost],
    depth: 4,
    least: 2_000,
  },
  {
    name: 'two orders: a batch is refused, and lookups lag',
    orders: [A, B],
    worlds: times(ALL_PARTS, [
      { name: 'lookups 29 s behind', lag: 29_000, judging: { classes: 'GVLD', sweep: 'orders' } },
    ]),
    posts: [own, P.blackA, P.listedB, P.policy, P.answerLost, P.outage],
    lookups: [found, L.page],
    depth: 5,
    least: 1_500,
  },
  {
    name: 'two orders: what is answered',
    orders: [A, B],
    worlds: ORDERS,
    posts: [own, P.leftOut, P.leftOutTaken, P.text, P.minus, P.half, P.replay, P.listedA],
    lookups: [found, L.wrapped, L.login],
    depth: 5,
    least: 3_500,
  },
  {
    name: 'two orders: one can never be taken',
    orders: [NEVER, A],
    worlds: times(ALL_PARTS, STEPS),
    posts: [own, P.late, P.listedB, P.acl, P.outage],
    lookups: [found, L.lost],
    depth: 5,
    least: 2_000,
  },
  {
    name: 'two orders: one can never be taken, and no answer names it',
    orders: [A, UNNAMED],
    currency: 'XLM',
    worlds: times(ALL_PARTS, STEPS),
    posts: [own, P.late, P.listedA, P.revoked],
    lookups: [found, L.lost],
    depth: 5,
    least: 1_800,
  },
  {
    name: 'two orders: one ID is used',
    orders: [A, B],
    worlds: times(ALL_PARTS, [
      { name: 'by somebody else', before: [{ order: { ...B, amount: '25' }, isForeign: true }] },
      { name: 'by an earlier attempt', before: [{ order: B, isForeign: false }], steps: THRICE.slice(1) },
    ]),
    posts: [own, P.listedA, P.late, P.outage],
    lookups: [found, L.lost, L.noAmount],
    depth: 5,
    least: 2_000,
  },
  {
    name: 'two orders: two processes',
    orders: [A, B],
    worlds: times(ALL_PARTS, [{ name: 'twins', steps: TWINS }]),
    posts: [own, P.listedA, P.late, P.answerLost],
    lookups: [found, L.lost],
    depth: 8,
    least: 1_500,
  },
];
