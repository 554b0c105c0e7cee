/** Statuses, rows of the error catalogue, and what is looked at first: of each step that has one answer to come. */
import { isNode, rowsUnder } from '@wallet-operations/validator';
import { windowOf } from '../calls/access.ts';
import { FAILED, THROTTLED } from '../calls/again.ts';
import { planOf } from '../calls/plan.ts';
import type { Step } from '../calls/asked.ts';
import { edgeOf, isTorn, mayBeWindow, probesIn, windowIn } from '../calls/probes.ts';
import { isUnsure } from '../calls/window.ts';
import { mayBeSent, NO_PERMISSION } from '../document/reading.ts';
import type { Exchange } from '@wallet-operations/transcript';
import { errorOf, isBare, rowsIn, walletIn } from './errors.ts';
import { assumedOf, callbacksOf, isSame, shown, type Body, type Evidence } from './evidence.ts';
import { madeBy, type Fact } from './fact.ts';

/** Why rows of reading operations are not provoked. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  call_too_frequently: 'a run does not call that often',
  invalid_api_code: 'a made-up API code could be somebody’s: --made-up-code sends one',
};

/** Every step that a run may have taken. */
export const stepsOf = (evidence: Evidence): ReadonlyMap<string, Step> =>
  new Map(planOf(evidence.service, { madeUpCode: true }).map((step) => [step.id, step]));

/** What was expected of steps, and came or not. */
export function rowFacts(evidence: Evidence, messageField: string): Fact[] {
  const steps = stepsOf(evidence);
  const { exchanges } = evidence.transcript;
  return [
    ...exchanges.flatMap((exchange) => ofExchange(evidence, exchange, steps.get(exchange.step), messageField)),
    ...unanswered(evidence, steps),
    ...withoutOld(evidence, steps),
    ...unprovoked(evidence),
  ];
}

/** So many sends without an answer are an operation's way: a run makes a call again twice, as long as it makes any again. */
const FEWEST = 3;

/**
 * Operations that never answered, or never what is right or what is wrong: nothing of them was compared, which is no agreement. A call here and
 * there that the network lost is none of it.
 */
function unanswered(evidence: Evidence, steps: ReadonlyMap<string, Step>): Fact[] {
  const asked = evidence.transcript.exchanges.filter(({ step }) => steps.has(step) || step === 'access.status');
  const failed = Map.groupBy(
    evidence.transcript.exchanges.filter(({ step }) => step === FAILED),
    ({ operationId }) => operationId,
  );
  const isRefused = (exchange: Exchange): boolean => rowDue(evidence, exchange, steps.get(exchange.step)) !== undefined;
  return [...Map.groupBy(asked, ({ operationId }) => operationId)].flatMap(([operationId, own]) =>
    [...Map.groupBy(own, isRefused)].flatMap(([refused, calls]): Fact[] => {
      const [first] = calls;
      if (!first || calls.some(({ answer }) => answer !== undefined)) return [];
      const count = `${String(calls.length)} ${calls.length === 1 ? 'call' : 'calls'}`;
      const due = refused ? 'a refusal' : '200';
      const sent = calls.length + (failed.get(operationId)?.length ?? 0);
      const verdict = sent < FEWEST ? 'not observable' : 'differs';
      return [
        {
          ...{ operationId, kind: 'status', about: refused ? 'refusals' : '200', verdict },
          evidence: `${first.step}: ${due} was due, and no answer came that was whole, to none of ${count}`,
        },
      ];
    }),
  );
}

/** What `t` is too old is refused with. */
const OLD = 'invalid_timestamp';

/** Seconds ago from which on a `t` was refused; Infinity where none was. */
const oldFrom = ({ transcript }: Evidence): number => edgeOf(probesIn(transcript), 'past').refused;

/** Where a service takes any `t`, none is too old to tell whether that is looked at first. */
function withoutOld(evidence: Evidence, steps: ReadonlyMap<string, Step>): Fact[] {
  const { taken, refused } = edgeOf(probesIn(evidence.transcript), 'past');
  if (taken === 0 || refused < Infinity) return [];
  return [...steps.values()]
    .filter(({ id, row, behind = [] }) => isOrder(id) && (row === OLD || behind.includes(OLD)))
    .map(({ id, operationId }) => ({
      ...{ operationId, kind: 'order of checks', about: orderOf(id), verdict: 'not observable' },
      evidence: `no t was refused, not even one of ${String(taken)} seconds ago`,
    }));
}

const isOrder = (step: string): boolean => step.startsWith('order.');

/** Which of two faults is looked at first, as a step has it in its name. */
const orderOf = (step: string): string => step.split('.').at(-1) ?? step;

/** Steps that may be refused for what a wallet is, by rows that say so. */
const MAY_BE_REFUSED: Readonly<Record<string, readonly string[]>> = {
  'getWithdrawalEventLogs.seen': ['currency_not_supported', 'txid_not_in_blockchain'],
  'getDelegatedBalances.other-spelling': ['malformed_body'],
  'getWithdrawalEventLogs.again': ['txid_not_in_blockchain'],
  'getCurrencyPrices.several': ['invalid_parameter'],
  // 404 is said to be of any callback that is looked up and not found
  'getCallbacksById.unknown': ['not_found'],
  'getCallbacksById.max': ['not_found'],
  'getDelegatedBalances.unknown': ['malformed_body'],
  'getCurrencyPrices.other': ['invalid_parameter'],
};

/** Points of filters whose values have their numbers from another: where a service has others, it may refuse these. */
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  'wallet-type-filter': ['wallet-type'],
  'callback-type-filter': ['callback-type'],
};

/** Rows that may come instead of the one that a step provokes: the interface has two for the same fault, and does not say which is whose. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  'checkWhitelistEntry.unknown': ['not_found'],
  'access.no-permission': ['invalid_api_code'],
  'getCallbacksById.over': ['not_found'],
  // there is no order of such an ID either
  'getWithdrawalState.long': ['not_found'],
  'listWithdrawalStates.long': ['not_found'],
};

/** Codes of wallets of another kind seldom have a permission for what these may not ask, and who looks at that first says so. */
const OF_OTHER_KINDS = [NO_PERMISSION];

/** The rows that may come instead of the one that a step provokes. */
export const insteadOf = (step: string): readonly string[] =>
  INSTEAD[step] ?? (/\.kind\b/.test(step) ? OF_OTHER_KINDS : []);

/**
 * The row that a step provokes, by what the document has now and not by what its run was made with: of a `t` that is off, and of a wallet of
 * a kind that may not ask.
 */
export function rowDue(
  { service, transcript }: Evidence,
  exchange: Exchange,
  step: Step | undefined,
): string | undefined {
  const { caller, request } = exchange;
  const { late } = request.altered;
  if (step?.point === 'request-time' && late !== undefined) {
    const [probes, window] = [probesIn(transcript), windowOf(service)];
    // where the clocks are apart, the sides are where the run found them
    const isOwn = windowIn(probes)?.seconds === window || mayBeWindow(probes, window);
    const farthest = isOwn ? edgeOf(probes, late > 0 ? 'past' : 'ahead').taken : window;
    return Math.abs(late) > farthest ? OLD : undefined;
  }
  const kinds = step?.row === undefined && step?.point !== undefined ? service.points[step.point]?.value : undefined;
  const kind = typeof caller === 'number' ? transcript.wallets[caller]?.kind : undefined;
  const isOther =
    Array.isArray(kinds) && step?.point?.endsWith('-kinds') && kind !== undefined && !kinds.includes(kind);
  return isOther === true ? 'not_found' : step?.row;
}

function ofExchange(evidence: Evidence, exchange: Exchange, step: Step | undefined, messageField: string): Fact[] {
  const { operationId, answer } = exchange;
  if (!answer || exchange.step === 'access.try' || exchange.step === 'access.body') return [];
  if (exchange.step === THROTTLED)
    return [
      { operationId, kind: 'error row', about: 'call_too_frequently', verdict: 'agrees', evidence: exchange.step },
    ];
  if (!step && exchange.step !== 'access.status') return [];
  const operation = evidence.service.operation(operationId);
  const names = answer.status === 200 ? [] : rowsIn(evidence, exchange, messageField);
  const wanted = insteadOf(exchange.step).find((row) => names.includes(row)) ?? rowDue(evidence, exchange, step);
  const marks = [
    ...(step?.point === undefined ? [] : [step.point, ...(NUMBERED[step.point] ?? [])]),
    // whose code may ask for prices the interface does not say, nor what a wrong request is told whose code may not
    ...(operationId === 'getCurrencyPrices' && typeof exchange.caller === 'number' && !names.includes(OLD)
      ? ['price-api-code']
      : []),
  ];
  const points = marks.length === 0 ? {} : { points: marks };
  const about = wanted ?? '200';
  const fact = (kind: Fact['kind'], verdict: Fact['verdict'], said: string, name = about): Fact => ({
    ...{ operationId, kind, about: name, verdict, ...points },
    evidence: `${exchange.step}: ${said}`,
  });
  const came =
    answer.status === 200 ? '200' : `${String(answer.status)} ${names[0] ?? shown(answer.body ?? answer.unread)}`;
  const order = orderOf(exchange.step);
  const { late } = exchange.request.altered;
  // whose t may be good enough has one fault alone
  if (isOrder(exchange.step) && late !== undefined && !names.includes(OLD) && late < oldFrom(evidence))
    return [fact('order of checks', 'not observable', `no t of ${String(late)} seconds ago was refused`, order)];
  const isOpen = late !== undefined && isUnsure(evidence.transcript);
  if (isOpen || (late !== undefined && isTorn(probesIn(evidence.transcript)))) {
    const said = isOpen ? 'the run ended before it was asked once more' : 'of one t now this was said, and now that';
    return isOrder(exchange.step)
      ? [fact('order of checks', 'not observable', said, order)]
      : [fact('status', 'not observable', said, exchange.step)];
  }
  const isLate = isOrder(exchange.step) && step?.behind?.some((row) => names.includes(row));
  if (isLate === true) return [fact('order of checks', 'differs', `${about} was due, and ${came} came`, order)];
  const inOrder =
    isOrder(exchange.step) && wanted !== undefined && names.includes(wanted)
      ? [fact('order of checks', 'agrees', `${about} came first`, order)]
      : [];
  if (wanted === undefined) {
    // of the largest page or list that is a bound, which is a fact of its own
    if (/\.max\b/.test(exchange.step) && answer.status === 400) return [];
    // of the two names of a field one may be refused, unless it was taken
    const isTaken =
      exchange.step === 'getDelegatedBalances.unknown' && evidence.ok('getDelegatedBalances.seen').length > 0;
    const may = !isTaken && (MAY_BE_REFUSED[exchange.step]?.some((row) => names.includes(row)) ?? false);
    if (answer.status === 200 || may)
      return [
        fact('status', 'agrees', came, String(answer.status)),
        ...(may ? [fact('error row', 'agrees', came, names[0])] : []),
      ];
    const why = isGone(evidence, exchange)
      ? 'the callback left the list meanwhile'
      : isStrange(evidence, exchange)
        ? 'its type is that of none that was found: it may be no deposit'
        : undefined;
    return why === undefined
      ? ofDeposit(exchange, [fact('status', 'differs', `200 was due, and ${came} came`, exchange.step)])
      : [fact('status', 'not observable', why, exchange.step)];
  }
  const due = operation.examples.find(({ name }) => name === wanted);
  if (!due) return [];
  if (answer.status !== due.status) {
    if (/\.(over|max)\b/.test(exchange.step) && answer.status === 200) return []; // a bound, which is a fact of its own
    if (hasCome(evidence, exchange))
      return [fact('status', 'not observable', 'there is a callback of it, which no list had', exchange.step)];
    return [fact('status', 'differs', `${String(due.status)} ${wanted} was due, and ${came} came`, wanted)];
  }
  const status = fact('status', 'agrees', came, String(due.status));
  if (names.includes(wanted)) {
    const named = walletIn(exchange, due.row?.text);
    const isAnother = named !== undefined && named !== exchange.request.path.WALLET_ID;
    return isAnother
      ? [...inOrder, status, fact('error row', 'differs', `${came} names another wallet than the one in the path`)]
      : [...inOrder, status, fact('error row', 'agrees', came)];
  }
  const said = `${wanted} was due, and ${came} came: ${shown(answer.body ?? answer.unread)}`;
  const differs = fact('error row', 'differs', said);
  const isSilent = isBare(evidence, exchange, errorOf(exchange, messageField), wanted);
  return [status, isSilent ? { ...differs, points: [...marks, 'error-message-field'] } : differs];
}

/** Whether a callback is that of the output in a request's path. */
const isOfOutput =
  ({ request: { path } }: Exchange) =>
  ({ txid, vout_index }: Body): boolean =>
    txid === path.TX_ID && String(vout_index) === path.VOUT_INDEX;

/** Whether the callback of a deposit that was looked up is in its list no more, as far as is known: a service may keep them for some days. */
function isGone({ ok }: Evidence, exchange: Exchange): boolean {
  if (exchange.step !== 'getDepositCallback.seen') return false;
  const later = ok('listCallbacks.later', exchange.caller);
  return !later.some(({ records }) => records.some(isOfOutput(exchange)));
}

/** Which callbacks are those of deposits the point of their numbers says. */
const ofDeposit = ({ step }: Exchange, facts: Fact[]): Fact[] =>
  step === 'getDepositCallback.seen' ? madeBy('callback-type', facts) : facts;

/** Whether an output that was looked up as that of a deposit has a type that none has which was found, nor the one that the document has. */
function isStrange(evidence: Evidence, exchange: Exchange): boolean {
  if (exchange.step !== 'getDepositCallback.seen') return false;
  const typesOf = (records: readonly Body[]): Set<unknown> => new Set(records.map(({ type }) => type));
  const found = evidence
    .ok(exchange.step)
    .flatMap(({ body: { notification } }) => (isNode(notification) ? [notification] : []));
  const own = typesOf(callbacksOf(evidence, exchange.caller).filter(isOfOutput(exchange)));
  const { deposit } = assumedOf(evidence, 'callback-type');
  return found.length > 0 && own.isDisjointFrom(typesOf(found).add(deposit));
}

/** Whether an output that no callback had when it was chosen has one: in a later list, or one that is of that output and of no other by its serial. */
function hasCome({ under }: Evidence, exchange: Exchange): boolean {
  if (exchange.step !== 'getDepositCallback.other-output') return false;
  const listed = under('listCallbacks.').flatMap(({ exchange: { caller }, records }) =>
    caller === exchange.caller ? records : [],
  );
  const { notification } = isNode(exchange.answer?.body) ? exchange.answer.body : {};
  const isOwn =
    isNode(notification) &&
    isOfOutput(exchange)(notification) &&
    !listed.some(({ serial }) => isSame(serial, notification.serial));
  return isOwn || listed.some(isOfOutput(exchange));
}

/** Rows and statuses that no step provokes, with why. */
export function unprovoked({ service }: Evidence): Fact[] {
  return service.operations.flatMap((operation): Fact[] => {
    const { operationId, node } = operation;
    const isRead = mayBeSent(operation);
    const verdict = isRead ? 'not asked' : 'not observable';
    const why = isRead ? 'nothing that reads provoked it' : 'it takes an operation that writes';
    const statuses = Object.keys(isNode(node.responses) ? node.responses : {});
    const rows = statuses.flatMap((status) => rowsUnder(operation, Number(status)).map(({ name }) => name));
    return [
      ...statuses.map((about) => ({ operationId, kind: 'status', about, verdict, evidence: why }) as const),
      ...rows.map(
        (about) =>
          ({
            operationId,
            kind: 'error row',
            about,
            verdict,
            evidence: (isRead ? LEFT_OUT[about] : undefined) ?? why,
          }) as const,
      ),
    ];
  });
}
