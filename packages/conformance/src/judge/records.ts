/** One thing that two answers tell of, and what an answer repeats of its request. */
import { isNode } from '@wallet-operations/validator';
import { folded, isOfAddress } from '../calls/addresses.ts';
import { declaredOf } from '../calls/list.ts';
import { areInOrder, mayLack } from '../calls/seen.ts';
import { told, unlike, valueOf as value } from './same-record.ts';
import { entryFacts } from './whitelists.ts';
import {
  callbacksOf,
  differences,
  isSame,
  lastingOf,
  shown,
  type Body,
  type Evidence,
  type Success,
} from './evidence.ts';
import { doubted, doubtOf, type Fact } from './fact.ts';

/** What of a callback moves on while one looks. */
const MOVING = new Set(['state', 'processing_state', 'confirm_blocks', 'block_height', 'chain_at']);

/** All of them. */
export const recordFacts = (evidence: Evidence): Fact[] => [
  ...callbacksById(evidence),
  ...depositCallbacks(evidence),
  ...orders(evidence),
  ...entryFacts(evidence),
  ...wallets(evidence),
  ...balances(evidence),
  ...repeatedFacts(evidence),
];

/** What may be another of a callback that was looked up: nothing where the list had it alike before and behind that. */
function passedOf({ ok }: Evidence, { exchange: { caller } }: Success, { serial }: Body): ReadonlySet<string> {
  const own = (step: string): readonly Body[] =>
    ok(`listCallbacks.${step}`, caller).flatMap(({ records }) => records.filter((one) => isSame(one.serial, serial)));
  const [[before], [behind]] = [own('plain'), own('later')];
  return before && behind && isSame(before, behind) ? new Set() : MOVING;
}

/** Callbacks of every list of who asked for an answer. */
const listedBy = ({ under }: Evidence, { exchange: { caller } }: Success): readonly Body[] =>
  under('listCallbacks.').flatMap(({ exchange, records }) => (exchange.caller === caller ? records : []));

/** The serials that a request asks for. */
const idsIn = ({ exchange: { request } }: Success): readonly unknown[] =>
  isNode(request.body) && Array.isArray(request.body.ids) ? request.body.ids : [];

/** How many callbacks of the list an answer was asked for by their serials, and how many of them it has: what left the list meanwhile is none. */
export function knownIn(evidence: Evidence, answer: Success): { readonly asked: number; readonly found: number } {
  const lasting = lastingOf(evidence, answer.exchange.caller);
  const known = idsIn(answer).filter((id) => lasting.some(({ serial }) => isSame(serial, id)));
  const found = known.filter((id) => answer.records.some(({ serial }) => isSame(serial, id)));
  return { asked: known.length, found: found.length };
}

function callbacksById(evidence: Evidence): Fact[] {
  const id = 'getCallbacksById';
  const answers = evidence.ok(`${id}.seen`);
  const counts = answers.map((answer) => knownIn(evidence, answer));
  const asked = counts.reduce((sum, one) => sum + one.asked, 0);
  const lost = asked - counts.reduce((sum, one) => sum + one.found, 0);
  const same = answers.flatMap((answer) =>
    answer.records.map((record) =>
      unlike(
        record,
        // in any list: one that moved on is as it was looked up in a later one
        listedBy(evidence, answer).filter(({ serial }) => isSame(serial, record.serial)),
        passedOf(evidence, answer, record),
      ),
    ),
  );
  const most = Math.max(0, ...counts.map((one) => one.asked));
  const found = [
    ...(answers.length === 0
      ? []
      : [
          value(
            id,
            'ids',
            lost > 0 ? 'differs' : 'agrees',
            lost > 0
              ? `${String(lost)} of ${String(asked)} callbacks of the lists are not found`
              : `all of ${String(asked)} callbacks of the lists that were asked for are found, up to ${String(most)} at once`,
          ),
        ]),
    ...told(id, same, 'the record that the list has'),
  ];
  const unknown = evidence.ok(`${id}.unknown`).map((answer) => {
    const { records } = answer;
    // nobody tells whether there is one of that serial
    const isThere = records.some(({ serial }) => idsIn(answer).some((one) => isSame(one, serial)));
    return value(
      id,
      'unknown ids',
      isThere ? 'not observable' : records.length > 0 ? 'differs' : 'agrees',
      isThere
        ? 'there is one of the serial that was taken for none'
        : records.length > 0
          ? 'a serial that there is not is found'
          : 'a serial that there is not is left out',
    );
  });
  return [...found, ...unknown];
}

function depositCallbacks(evidence: Evidence): Fact[] {
  const isOrder = areInOrder(callbacksOf(evidence));
  const found = evidence.ok('getDepositCallback.seen').map((answer) => {
    const { TX_ID, VOUT_INDEX } = answer.exchange.request.path;
    const record = isNode(answer.body.notification) ? answer.body.notification : {};
    const all = listedBy(evidence, answer);
    // in any list: one that came up meanwhile is in a later one
    const own = all.filter(({ txid, vout_index }) => txid === TX_ID && String(vout_index) === VOUT_INDEX);
    const isUnlisted = !all.some(({ serial }) => isSame(serial, record.serial));
    const isOlder = isUnlisted && mayLack(callbacksOf(evidence, answer.exchange.caller), isOrder)(record);
    const passed = isOlder ? new Set([...MOVING, 'serial']) : passedOf(evidence, answer, record);
    return { isOlder, names: unlike(record, own, passed) };
  });
  const id = 'getDepositCallback';
  return [
    ...told(
      id,
      found.map(({ names }) => names),
      'a record that the list has',
    ),
    ...(found.some(({ isOlder }) => isOlder)
      ? ['the same record', 'serial'].map((about) => doubtOf(id, about, OLDER))
      : []),
  ];
}

/** A list may keep callbacks for some days; and which of those of its deposit is looked up no word says. */
const OLDER = 'no list has its serial, of a callback that may be older than those';

/** What the two queries of an order have in common. */
const OF_ORDER = ['order_id', 'address', 'amount', 'memo', 'create_time'] as const;

function orders({ ok }: Evidence): Fact[] {
  const all = ['seen', 'again'].flatMap((step) => ok(`listWithdrawalStates.${step}`).flatMap(({ records }) => records));
  const unlikes = ok('getWithdrawalState.seen').flatMap(({ exchange: { caller, request }, body }) => {
    const same = all.filter(({ order_id }) => order_id === body.order_id);
    if (same.length === 0) return [];
    const again = ok('getWithdrawalState.again', caller).filter(
      ({ exchange }) => exchange.request.path.ORDER_ID === request.path.ORDER_ID,
    );
    // of an order that moved on, what stayed is held against the other query all the same
    const isStill = (name: string): boolean => again.some((one) => isSame(one.body[name], body[name]));
    const one = Object.fromEntries(OF_ORDER.map((name) => [name, body[name]]));
    const fields = unlike(
      one,
      same.map((record) => Object.fromEntries(OF_ORDER.map((name) => [name, record[name]]))),
    );
    const own = same.filter(({ txid }) => txid === body.txid);
    const isPacked = own.some((record) => !differences(record, body).includes('in_chain_block'));
    const others = own.length === 0 ? [...fields, 'txid'] : isPacked ? fields : [...fields, 'in_chain_block'];
    return others.length > 0 && again.length === 0 ? [] : [others.filter(isStill)];
  });
  const isLeft = ok('getWithdrawalState.seen').some(
    ({ body }) =>
      Number(body.in_chain_block) === 0 &&
      all.some(({ order_id, in_chain_block }) => order_id === body.order_id && Number(in_chain_block) > 0),
  );
  return [
    ...told('getWithdrawalState', unlikes, 'a transaction of all states'),
    // which of several it tells of the interface does not say; who waits for this one waits for ever
    ...(isLeft
      ? ['the same record', 'in_chain_block'].map((about) => doubtOf('getWithdrawalState', about, OTHER))
      : []),
  ];
}

const OTHER = 'it is in no block, and another transaction of the order is';

function wallets({ service, ok, by }: Evidence): Fact[] {
  const [list] = ok('listWallets.plain');
  if (!list) return [];
  const wrong = by('listWallets').find(({ body, records }) => body.total !== records.length);
  const counted = wrong ?? list;
  const total = value(
    'listWallets',
    'total',
    wrong ? 'differs' : 'agrees',
    `total is ${shown(counted.body.total)}, and there are ${String(counted.records.length)}`,
  );
  const [balances] = [...ok('listWalletBalances.max.request_number'), ...ok('listWalletBalances.plain')];
  const [own, others] = ['listWallets', 'listWalletBalances'].map((id) => declaredOf(service, id));
  const unlikes = (balances?.records ?? []).flatMap((record) => {
    const same = list.records.filter(({ wallet_id }) => isSame(wallet_id, record.wallet_id));
    const [one] = same;
    if (!one) return [];
    return [differences(one, record).filter((name) => [own, others].every((names) => names?.has(name)))];
  });
  return [total, ...told('listWalletBalances', unlikes, 'the list of wallets')];
}

function balances({ ok }: Evidence): Fact[] {
  const id = 'getDelegatedBalances';
  const [seen] = ok(`${id}.seen`);
  // of the same wallet: another has other addresses
  const ofOwn = (step: string): Success | undefined => ok(`${id}.${step}`, seen?.exchange.caller)[0];
  const other = ofOwn('other-spelling');
  const [otherAgain, again] = [ofOwn('other-again'), ofOwn('again')];
  const [unknown] = ok(`${id}.unknown`);
  const balancesOf = (answer: Success | undefined): Body =>
    Object.fromEntries(
      Object.entries(isNode(answer?.body.balances) ? answer.body.balances : {}).map(([key, one]) => [folded(key), one]),
    );
  const keys = (answer: Success | undefined): string[] => Object.keys(balancesOf(answer));
  const { addresses } = isNode(seen?.exchange.request.body) ? seen.exchange.request.body : {};
  const asked = Array.isArray(addresses) ? addresses.map(String) : [];
  const lost = asked.filter((address) => !keys(seen).includes(folded(address)));
  const [own, others, later, othersLater] = [seen, other, again, otherAgain].map(balancesOf);
  // which addresses there are does not move on, nor does what stayed until it was read once more
  const isOther = [...new Set([...keys(seen), ...keys(other)])].some(
    (key) =>
      own?.[key] === undefined ||
      others?.[key] === undefined ||
      (isSame(own[key], later?.[key]) &&
        !isSame(own[key], others[key]) &&
        othersLater?.[key] !== undefined &&
        !isSame(own[key], othersLater[key])),
  );
  return [
    ...(seen
      ? [
          value(
            id,
            'addresses',
            lost.length > 0 ? 'differs' : 'agrees',
            lost.length > 0
              ? `${String(lost.length)} of ${String(asked.length)} addresses of the wallet are not found`
              : 'every address of the wallet is found',
          ),
        ]
      : []),
    ...(seen && other
      ? [
          value(
            id,
            'address',
            isSame(own, others) ? 'agrees' : isOther ? 'differs' : 'not observable',
            'beside the same under addresses',
          ),
        ]
      : []),
    ...(unknown
      ? [
          value(
            id,
            'unknown addresses',
            keys(unknown).length > 0 ? 'differs' : 'agrees',
            'an address that there is not',
          ),
        ]
      : []),
  ];
}

/** What an answer repeats of its own request, by `x-from-request`. */
export function repeatedFacts({ service, transcript }: Evidence): Fact[] {
  return transcript.exchanges.flatMap((exchange) => {
    const { operationId, answer, request } = exchange;
    const rules = service.operation(operationId).node['x-from-request'];
    if (answer?.status !== 200 || !isNode(rules) || !isNode(rules.values)) return [];
    return Object.entries(rules.values).flatMap(([path, rule]) => {
      const of = isNode(rule) ? String(rule.of).split('.') : [];
      const asked = valuesAt(request, of).map(String);
      const came = valuesAt(answer.body, path.split('.')).map(String);
      if (asked.length === 0 || came.length === 0) return [];
      const isAddress = isOfAddress(path.replace(/^.*\./, ''));
      const compared = isAddress ? folded<string> : spelled;
      const known = asked.map(compared);
      const isRight = came.every((text) => known.includes(compared(text)));
      const isExact = isAddress || came.every((text) => asked.includes(text));
      const about = path.replaceAll('.*', '[]');
      const said = isRight ? 'as it was asked for' : `is not what was asked for: ${shown(came[0])}`;
      const fact = value(operationId, about, isRight ? 'agrees' : 'differs', said);
      return [isExact ? fact : doubted(fact, 'as it was asked for, but for the case of its letters')];
    });
  });
}

/** The case of hexadecimal digits says nothing: hashes have them in either. That of any other text does. */
export const spelled = (text: string): string => (/^(0x)?[\da-f]{32,}$/i.test(text) ? text.toLowerCase() : text);

/** All values that keys lead to, with `*` for each entry. */
export function valuesAt(from: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return from === undefined || from === null || typeof from === 'object' ? [] : [from];
  if (key === '*') return Array.isArray(from) ? from.flatMap((one) => valuesAt(one, rest)) : [];
  return isNode(from) ? valuesAt(from[key], rest) : [];
}
