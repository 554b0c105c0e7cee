/** A schedule of any size by a seed, with all freedoms at once. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import type { ErrorReason } from '@wallet-operations/openapi/errors';
import { bySeed, type Choices } from './choices.ts';
import { type Plan, type Report, run, SHOWN_AFTER, type Step } from './driver.ts';
import { Lie } from './judge.ts';
import {
  type Adversary,
  type Answer,
  blackListed,
  type Caller,
  type Change,
  clockAhead,
  code,
  type CredentialsMove,
  type Done,
  found,
  gate,
  limit,
  listed,
  type LookupMove,
  type OddRecord,
  type OddResults,
  own,
  PARTS,
  permission,
  type PostMove,
  prefix,
} from './moves.ts';
import { brokenForEver, CLASSES, HEALTHY, type Judging } from './rules.ts';
import type { Settler } from './settler.ts';
import { type Currency, GAPS, isSameAddress, SPELLINGS } from './spelling.ts';

/** Addresses of a currency, in the forms that name one address or two. */
const HEX = [
  '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
  '0x25d5ccebbe3312bfa782543e744f50b1db0bce62',
  '0x8ba1F109551bD432803012645Ac136ddd64DBA72',
  '0X8BA1F109551BD432803012645AC136DDD64DBA72',
  '0x0000000000000000000000000000000000000001',
];
const ADDRESSES: Readonly<Record<Currency, readonly string[]>> = {
  ETH: HEX,
  BNB: HEX,
  EOS: ['shopkeeper12', 'shopkeeper13', 'shopkeepers1'],
  XRP: [
    'rDsbeqmae4FXwgQTJp9Rs64Qg9vDjTCdBv',
    'rdSBEQMAE4fxWGqtjP9rS64qG9VdJtcDbV',
    'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
  ],
  XLM: [
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37',
  ],
  BTC: [
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    '1bOATslrhTknNGKDxeEOBr76B53letTPYt',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ],
  LTC: [
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'LTC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KGMN4N9',
    'ltc1qar0srrr7xfkvy5l643lydnw9re59gtzzm2g4h0',
  ],
};
const CURRENCIES = Object.keys(ADDRESSES) as Currency[];
const AMOUNTS = ['1.5', '1.50', '0.5', '.5', '12', '12.', '0.123456789012345678', '9007199254740993', '007.10', '1'];
const IDS = [
  'o1',
  'o10',
  'O1',
  '1',
  '10',
  '__proto__',
  'constructor',
  'o1 is invalid',
  'a b',
  'ö',
  '%2F',
  'o1 - memo is required',
  '{ORDER_ID}',
  '$&',
];

const GATES: readonly ErrorReason[] = [
  'ip_not_in_acl',
  'policy_not_found',
  'authentication_callback_unreachable',
  'authentication_callback_failed',
  'authentication_callback_unrecognized',
  'not_found',
  'malformed_body',
];
const LISTS: readonly ErrorReason[] = [
  'memo_required',
  'destination_tag_required',
  'invalid_from_address',
  'from_address_index_mismatch',
  'from_address_not_supported',
  'from_address_required',
  'from_address_index_required',
  'invalid_amount_decimals',
];
const CODES: readonly ErrorReason[] = [
  'invalid_api_code',
  'api_code_mismatched',
  'header_not_found',
  'checksum_unmatch',
];
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map(
  (each): Answer => `never sent: ${each}`,
);
/** Rows of other operations: that a service gives one to a withdrawal as well is nowhere excluded, and says nothing of it. */
const ELSEWHERE = ['memo_count_mismatch', 'insufficient_fund', 'whitelist_entry_not_found'] as const;
/** What is no result, with 200. */
const BODIES = [
  '{}',
  'null',
  '{"results":null}',
  '{"results":[]}',
  '{"data":{}}',
  '{"error":"busy"}',
  '<!doctype html><title>Sign in</title>',
];
const FAULTS: readonly (readonly [Answer, readonly Done[]])[] = [
  ...NEVER_SENT.map((answer): [Answer, Done[]] => [answer, ['never']]),
  ['reset', ['now', 'late', 'never']],
  ['reset', ['now', 'late']],
  ['silence', ['now', 'late', 'never']],
  ['bad gateway', ['now', 'late', 'never']],
  ['half', ['now']],
  ['empty', ['now', 'never']],
  ['replay', ['now', 'late', 'never']],
  ['throttled', ['never']],
  ['wrong clock', ['never']],
  ['unlisted refusal', ['now', 'never']],
  ...ELSEWHERE.map((reason): [Answer, Done[]] => [`of another operation: ${reason}`, ['now', 'never']]),
  ...BODIES.map((body): [Answer, Done[]] => [`body: ${body}`, ['now', 'late', 'never']]),
  ['unlisted failure', ['now', 'late', 'never']],
];
const LOOKUP_FAULTS: readonly LookupMove['answer'][] = [
  ...(NEVER_SENT as LookupMove['answer'][]),
  'reset',
  'silence',
  'bad gateway',
  'half',
  'empty',
  'throttled',
  'wrong clock',
  'unlisted refusal',
  'unlisted failure',
];
const ODD: readonly OddRecord[] = [
  'nothing',
  'null',
  'a list',
  'an error with 200',
  'a login page',
  'a page with 404',
  'wrapped',
  "somebody else's",
];
const ODD_VALUES: readonly OddResults['value'][] = [undefined, null, '', '12', 'ok', false, true, -1];
const OF: readonly OddResults['of'][] = ['first', 'last', 'all'];

/** What a random schedule came to. */
export interface RandomReport extends Report {
  /**
   * Whether in the end nothing was in the way of knowing. `closed`: nothing but a gate or a list that refuses, so that a batch may
   * be refused after it was carried out in part.
   */
  readonly knows: 'yes' | 'closed' | 'no';
}

/** Runs the schedule of a seed. Throws a {@link Lie}. */
export async function runSeed(settler: Settler, seed: number, log?: (line: string) => void): Promise<RandomReport> {
  const choices = bySeed(seed);
  const { pick, chance } = choices;
  const plan = planOf(choices);
  const { adversary, recovers } = roughness(choices);
  const isMended = chance(0.6);
  const isClosed = chance(0.25);
  const end: { knows: RandomReport['knows'] } = { knows: 'no' };
  const report = await run(settler, adversary, plan, log, (step, service) => {
    if (step.says !== 'shown' || !isMended) return;
    end.knows = isClosed ? 'closed' : 'yes';
    recovers();
    service.settings = HEALTHY;
    const close = pick([gate(pick(GATES)), permission, listed(pick(LISTS), -1), limit(1)]);
    if (isClosed) service.settings = close(HEALTHY, plan.orders);
  });
  if (end.knows === 'yes' && report.lastUnknown > 0)
    throw new Lie(`${String(report.lastUnknown)} unknown, though nothing was in the way`);
  return { ...report, ...end };
}

/** An order without a fee of its own. */
type Plain = WithdrawalRequest & { block_average_fee?: never; manual_fee?: never };

function planOf({ pick, chance, share }: Choices): Plan {
  const currency = pick(CURRENCIES);
  const addresses = ADDRESSES[currency];
  const ids = new Set<string>();
  const size = pick([1, 1, 2, 2, 3, 4, 5, 6, 7, 8]);
  while (ids.size < size) ids.add(chance(0.3) ? pick(IDS) : `shop_${String(Math.floor(share() * 1e6))}`);
  const orders = [...ids].map((order_id): WithdrawalRequest => {
    const order: Plain = { order_id, address: pick(addresses), amount: pick(AMOUNTS) };
    if (chance(0.3))
      order.memo = currency === 'XRP' ? pick(['007', '7', '1', '12345678901234567890']) : pick(['007', 'x', '']);
    if (chance(0.05)) order.token_id = '77';
    const payer = chance(0.1) ? { from_address: pick(addresses), from_address_index: 12345678901n } : {};
    if (chance(0.1)) order.message = 'for the rent';
    const whole: Plain = { ...order, ...payer };
    return chance(0.1) ? spoiled(whole, pick, currency) : whole;
  });
  const hadEarlier = chance(0.15);
  const before = orders
    .filter(() => chance(hadEarlier ? 0.3 : 0.06))
    .map((order) =>
      hadEarlier && chance(0.6) && !brokenForEver(order, currency)
        ? { order, isForeign: false }
        : { order: another(order, addresses, pick), isForeign: true },
    );
  const isTaken = before.some(({ isForeign }) => !isForeign);
  return {
    orders,
    joinLater: chance(0.15) ? Math.floor(share() * size) : 0,
    currency,
    before: before.filter(({ order }) => order.order_id.length < 256),
    steps: stepsOf({ pick, chance, share }, isTaken),
    random: share,
  };
}

/** The order, spoiled so that it can never be taken. */
function spoiled(order: Plain, pick: Choices['pick'], currency: Currency): WithdrawalRequest {
  const memo = { ETH: 0, BNB: 257, EOS: 129, XRP: 21, XLM: 21, BTC: 0, LTC: 0 }[currency];
  const all: WithdrawalRequest[] = [
    { ...order, order_id: order.order_id.padEnd(256, 'x') },
    { ...order, amount: 'abc' },
    { ...order, amount: '1,5' },
    { ...order, block_average_fee: 101 },
    { ...order, manual_fee: 0 },
  ];
  if (memo) all.push({ ...order, memo: '1'.repeat(memo) });
  if (currency === 'XRP') all.push({ ...order, memo: 'tag' });
  return pick(all);
}

/** A withdrawal that is not the order, under its ID. */
function another(order: WithdrawalRequest, addresses: readonly string[], pick: Choices['pick']): WithdrawalRequest {
  const address = pick(addresses.filter((each) => !isSameAddress(each, order.address)));
  const elsewhere = { ...order, address, amount: AMOUNTS.includes(order.amount) ? order.amount : '1.5' };
  // The service may count any amount of a token as 1, and what is no amount cannot be compared with one.
  if (order.token_id !== undefined || !AMOUNTS.includes(order.amount)) return elsewhere;
  const amount = pick(['15', '1.51', '0.05', '0.123456789012345679', '9007199254740992']);
  return pick([elsewhere, { ...order, amount }, { ...elsewhere, amount }]);
}

function stepsOf({ pick, chance, share }: Choices, isTaken: boolean): Step[] {
  const steps: Step[] = [];
  const submissions = pick([1, 1, 2, 2, 3]);
  for (let i = 0; i < submissions; i++) {
    const hasTwin = chance(0.12);
    const isHurried = chance(0.15);
    steps.push({
      pause: i === 0 ? 0 : pick([0, 1000, 20_000, 100_000, 400_000]),
      says: i === 0 && !hasTwin && !isTaken ? 'none' : 'possible',
      hasTwin,
      forgets: chance(0.1),
      isFresh: chance(0.3),
      deadline: isHurried ? pick([1000, 8000, 45_000]) : chance(0.1) ? 900_000 : undefined,
      timeout: chance(0.2) ? pick([500, 6000, 60_000]) : undefined,
      abortAfter: chance(0.08) ? share() * pick([100, 3000, 60_000]) : undefined,
      killAfter: chance(0.08) ? share() * pick([100, 3000, 60_000]) : undefined,
    });
    if (chance(0.15)) steps.push({ pause: pick([0, 5000, 60_000]), says: 'possible', finds: true });
  }
  if (chance(0.85)) steps.push({ pause: SHOWN_AFTER + pick([0, 600_000]), says: 'shown', isFresh: chance(0.5) });
  return steps;
}

/** An adversary that is as rough as the seed says, until it recovers. */
function roughness({ pick, chance, share }: Choices): { adversary: Adversary; recovers: () => void } {
  let faults = pick([0, 0.1, 0.3, 0.6]);
  let budget = pick([2, 6, Infinity]);
  let odd = pick([0, 0.05, 0.25]);
  let changes = pick([0, 0.05, 0.25]);
  let sealed = pick([0, 0, 0, 0.1]);
  let jumps = pick([0, 0, 0, 0.1]);
  let callers = pick([0, 0.03]);
  let longestLag = pick([0, 3000, 30_000]);
  let slow = pick([50, 50, 5000]);
  const longestLate = pick([1000, 20_000, 90_000]);
  const judgings = Array.from({ length: pick([1, 1, 3]) }, judgingOf);
  const parts = chance(0.3) ? PARTS : [pick(PARTS)];
  /** How many more calls meet an outage, and how its connections fail. */
  let outage = 0;
  const cut = pick(NEVER_SENT);

  function judgingOf(): Judging {
    return {
      classes: pick(CLASSES),
      sweep: pick(['checks', 'orders'] as const),
      finds: pick(['first', 'last'] as const),
      blackList: pick(['all', 'one'] as const),
    };
  }
  const isFault = (): boolean => {
    if (outage > 0) return true;
    if (budget <= 0 || !chance(faults)) return false;
    budget--;
    if (chance(0.1)) outage = pick([8, 20, 40]);
    return true;
  };
  const index = (): number => pick([-1, 0, 1, 2, 3, 4, 5, 6, 7]);
  const change = (isPost: boolean): Change =>
    pick([
      listed(pick(LISTS), index()),
      listed(pick(LISTS), index()),
      blackListed(index()),
      gate(pick(GATES)),
      limit(pick([1, 2, 3])),
      prefix('shop_'),
      permission,
      ...(isPost ? [] : [code(pick(CODES))]),
      code(pick(CODES)),
      clockAhead(pick([-600_000, 600_000])),
    ]);
  const caller = (): Caller | undefined => (chance(callers) ? pick(['aborts', 'is killed'] as const) : undefined);
  const named = <M extends PostMove | LookupMove>(move: M, parts: readonly unknown[]): M => {
    const name = parts.filter(Boolean).join(', ');
    return name ? { ...move, name } : move;
  };

  const adversary: Adversary = {
    post() {
      const changed = chance(changes) ? change(true) : undefined;
      const odds: OddResults | undefined = chance(odd)
        ? { value: pick(ODD_VALUES), of: pick(OF), taken: chance(0.5) }
        : undefined;
      const [answer, dones]: (typeof FAULTS)[number] = !isFault()
        ? ['own', ['now']]
        : outage > 0
          ? (outage--, [cut, ['never']])
          : pick(FAULTS);
      const does = caller();
      const done = does && answer === 'own' ? pick(['now', 'late'] as const) : pick(dones);
      const move: PostMove = {
        ...own,
        answer: does && done === 'late' ? 'silence' : answer,
        done,
        change: changed && chance(0.5) ? changed : undefined,
        once: changed,
        odd: odds,
        caller: does,
      };
      if (move.change) Object.assign(move, { once: undefined });
      return named(move, [
        changed && (move.change ? 'settings change' : 'settings change for once'),
        odds &&
          `${odds.of} ${odds.value === undefined ? 'left out' : String(odds.value)}, ${odds.taken ? 'taken' : 'not taken'}`,
        move.answer !== 'own' && `${move.answer}, done ${done}`,
        does,
      ]);
    },
    lookUp() {
      const changed = chance(changes / 2) ? change(false) : undefined;
      const answer: LookupMove['answer'] = isFault()
        ? outage > 0
          ? (outage--, cut as LookupMove['answer'])
          : pick(LOOKUP_FAULTS)
        : chance(odd)
          ? pick(ODD)
          : 'own';
      const isGap = chance(odd);
      const spelling = isGap ? pick(Object.keys(GAPS)) : pick(Object.keys(SPELLINGS));
      const does = caller();
      return named({ ...found, answer, spelling, change: changed, caller: does }, [
        changed && 'settings change',
        answer !== 'own' && answer,
        spelling !== 'as it was sent' && spelling,
        does,
      ]);
    },
    credentials: () =>
      chance(sealed) ? pick<CredentialsMove>(['throws', 'gives none', 'gives a wrong secret']) : 'gives them',
    judging: () => pick(judgings),
    part: () => pick(parts),
    lag: () => share() * longestLag,
    late: () => share() * longestLate,
    latency: () => 1 + share() * slow,
    jump: () => (chance(jumps) ? pick([-3_600_000, -40_000, 40_000, 3_600_000]) : 0),
  };
  return {
    adversary,
    recovers() {
      faults = odd = changes = sealed = jumps = callers = longestLag = budget = outage = 0;
      slow = 50;
    },
  };
}
