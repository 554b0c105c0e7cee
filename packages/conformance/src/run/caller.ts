/** Makes the calls of a run, one after the other, and keeps what came. */
import { isNode, rowsOf, type Operation } from '@wallet-operations/validator';
import { MARGIN, TRY } from '../calls/access.ts';
import { ALIVE, FAILED, REPLAYED, SLOW, THROTTLED, UNTIMELY } from '../calls/again.ts';
import type { Asked, Known } from '../calls/asked.ts';
import { probeOf } from '../calls/probes.ts';
import { refuseWriting } from '../document/reading.ts';
import { type Caller, type RawAnswer, type RawExchange, type Stop, jsonOf } from '@wallet-operations/transcript';
import { send, type Received } from '../send/gate.ts';
import { createTurns } from '../send/pace.ts';
import { createUntrusted } from '../send/untrusted.ts';
import { waitOf } from '../send/waiting.ts';
import { createSigner, type Credentials, type Signed, type Way } from '../send/signer.ts';
import type { Part } from '../signing/schemes.ts';
import { createCodeWatch } from './codes.ts';
import { momentOf, type Moment } from './moment.ts';
import type { RunOptions } from './options.ts';
import { createPermissions } from './permissions.ts';
import { faultOfPath, faultOfQuery } from './segments.ts';
import { createSilence } from './silence.ts';

/** Ends a run. */
export class Stopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(stop);
    this.stop = stop;
  }
}

/** Asks, and remembers. */
export interface Asker {
  /** How requests are signed from now on. */
  way: Way;
  /** What of a request no way to sign was admitted of: a call that has it is not made, unless its checksum is to be wrong. */
  readonly unsigned: Set<Part>;
  readonly exchanges: readonly RawExchange[];
  /** Those whose t was refused, though it was made as those that were taken; and whether they were to be refused, for something else. */
  readonly untimely: ReadonlyMap<RawExchange, 'right' | 'provoked'>;
  /** Whether one of these was taken when it was made again, or others of its operation were: a clock is off, and which call meets it is chance. */
  readonly isWavering: boolean;
  readonly known: Known;
  /** Wallets that are not asked any more, since the service does not admit them. */
  readonly dismissed: Set<number>;
  /**
   * `isProvoked` says that the call is to be refused. Undefined where no answer came, or where the call cannot be sent.
   *
   * @throws Stopped for a run that has to end
   */
  readonly ask: (
    step: string,
    operation: Operation,
    asked: Asked,
    isProvoked?: boolean,
  ) => Promise<RawAnswer | undefined>;
}

/** How often a call is made again that came too often, or failed. */
const MOST_AGAIN = 2;

/** Milliseconds before the last time that a call which failed is made again: a service that is restarted is back by then. */
const RESTART = 10_000;

/** How many calls of a run are made again since they came too often. */
export const MOST_WAITS = 60;

/** How many calls of a run get another t, since the service has seen one like it. */
export const MOST_REPLAYS = 20;

/** How many calls of a run are made again since they failed. */
export const MOST_FAILURES = 40;

/** How many are made again since their answer came too late: a window that is looked for takes many, which are none of the failures. */
export const MOST_SLOW = 40;

/** How many are made again since their t was refused, though it was made as those that were taken. */
export const MOST_UNTIMELY = 60;

const MOST_REPEATED = { failed: MOST_FAILURES, slow: MOST_SLOW, untimely: MOST_UNTIMELY };

/** The operation that every code may call. */
const STATUS = 'getApiCodeStatus';

/** Makes it. */
export function createAsker(options: RunOptions, way: Way): Asker {
  const { service, target, wallets, readOnly, clock, pace, progress, notice, signal } = options;
  const templates = service.operations.map(({ path }) => path);
  const exchanges: RawExchange[] = [];
  const bodies = new Map<RawExchange, unknown>();
  const dismissed = new Set<number>();
  const turn = createTurns(pace, clock, signal);
  const sign = createSigner(target, clock);
  let before: { readonly outgoing: Signed; readonly signedAt: number } | undefined;
  let [replays, waits] = [0, 0];
  const repeated = { failed: 0, slow: 0, untimely: 0 };
  const unsigned = new Set<Part>();
  const silence = createSilence();
  /** Operations that refuse a t which others take, each in right calls (`true`) or in others. */
  const timedApart = new Set<string>();
  /** Operations that answered what they were asked. */
  const timely = new Set<string>();
  const untimely = new Map<RawExchange, 'right' | 'provoked'>();
  let isWavering = false;
  const permissions = createPermissions();
  const given = [...wallets, ...(readOnly ? [readOnly] : [])].map(({ apiCode }) => apiCode);
  const reasonToEnd = createCodeWatch(new Set(given));
  const tellUntrusted = createUntrusted(notice);

  const credentialsOf = (caller: Caller): Credentials | undefined =>
    caller === 'read-only' ? readOnly : wallets[caller];
  const bodiesOf = (step: string, caller?: Caller): Readonly<Record<string, unknown>>[] =>
    exchanges
      .filter(
        (one) => one.step === step && one.answer?.status === 200 && (caller === undefined || one.caller === caller),
      )
      .flatMap((one) => {
        if (!bodies.has(one)) bodies.set(one, one.answer && jsonOf(one.answer));
        const body = bodies.get(one);
        return isNode(body) ? [body] : [];
      });

  /** @throws Stopped where it is not */
  const seeThatItIsThere = async (operationId: string): Promise<void> => {
    if (operationId === STATUS || repeated.failed >= MOST_REPEATED.failed) throw new Stopped('no answer');
    repeated.failed++;
    const { operations } = silence;
    await asker.ask(ALIVE, service.operation(STATUS), { caller: 0 });
    silence.blame(operations);
  };

  /** Before a call is made for the last time. @throws Stopped where every t is refused by now */
  const seeThatOthersAreTaken = async (operationId: string, isRight: boolean): Promise<void> => {
    if (operationId === STATUS && isRight) throw new Stopped('clock');
    const last = before;
    await asker.ask(ALIVE, service.operation(STATUS), { caller: 0 });
    before = last;
  };

  const asker: Asker = {
    way,
    unsigned,
    exchanges,
    untimely,
    get isWavering() {
      return (
        isWavering || [...timely].some((id) => [true, false].some((isRight) => timedApart.has(kindOf(id, isRight))))
      );
    },
    dismissed,
    known: {
      get wallets() {
        const admitted = wallets
          .map(({ kind, walletId }, place) => ({ kind, walletId, place }))
          .filter(({ place }) => !dismissed.has(place));
        // the first of a kind is asked for many things: rather one whose code has permission
        return admitted.sort((a, b) => Number(permissions.isMissing(a.place)) - Number(permissions.isMissing(b.place)));
      },
      get probes() {
        return exchanges.flatMap(({ step, altered, answer }) => probeOf(step, altered, answer));
      },
      bodies: bodiesOf,
      answered: (step) => [
        ...new Set(
          exchanges.filter((one) => one.step === step && one.answer?.status === 200).map(({ caller }) => caller),
        ),
      ],
      get now() {
        return Math.floor(clock.now() / 1000);
      },
    },
    async ask(step, operation, asked, isProvoked = false) {
      refuseWriting(operation);
      const { caller, query = [], body, altered = {} } = asked;
      const credentials = credentialsOf(altered.codeOf ?? caller);
      if (!credentials) return undefined;
      const isSigned = altered.wrongChecksum !== true && altered.omits !== 'X-CHECKSUM';
      const parts = { query: query.length > 0, body: body !== undefined };
      if (isSigned && [...unsigned].some((part) => parts[part])) return undefined;
      const path = {
        ...(operation.path.includes('WALLET_ID') && {
          WALLET_ID: caller === 'read-only' ? '' : (wallets[caller]?.walletId ?? ''),
        }),
        ...asked.path,
      };
      const { operationId } = operation;
      const unfit = faultOfPath(operation.path, path, templates) ?? faultOfQuery(query);
      if (unfit) {
        notice?.(
          `${operationId} was not asked once: the ${unfit.name} that an answer gave for it ${unfit.fault}. Nothing was sent.`,
        );
        return undefined;
      }
      /** How often it was made again for each: a call in between that failed otherwise takes none of these away. */
      const tried = { failed: 0, slow: 0, untimely: 0 };
      /** Whether one of these had no answer at all: then what the last one has is not what the service says each time. */
      let isLost = false;
      for (let [again, last] = [0, undefined as Moment | undefined]; ;) {
        signal?.throwIfAborted();
        await turn();
        signal?.throwIfAborted();
        const unsigned = { operation, path, query, credentials, altered, ...(body !== undefined && { body }) };
        const sent = clock.now();
        const { outgoing, signedAt } =
          altered.again === true && before ? before : { outgoing: sign(unsigned, asker.way), signedAt: sent };
        before = { outgoing, signedAt };
        const received = await send(target, outgoing, signal, tellUntrusted);
        if (!received) signal?.throwIfAborted(); // nobody waited for its answer, which says nothing of the service
        const came = clock.now();
        const answer = received && answerOf(received);
        const rows = answer ? rowNamesOf(operation, answer) : [];
        const moment = momentOf({ step, altered, received, rows, age: came - signedAt });
        const isReplay = moment === 'replayed' && replays < MOST_REPLAYS;
        const isTooOften = moment === 'throttled';
        const wait = isTooOften && received ? waitOf(received, came) : 0;
        const fault = moment === 'slow' || moment === 'failed' || moment === 'untimely' ? moment : undefined;
        const isRight = !isProvoked && Object.keys(altered).length === 0;
        // one after another that fails is the service's way, or its end
        const isWay =
          fault === 'untimely' ? timedApart.has(kindOf(operationId, isRight)) : !silence.isNone(operationId);
        const most = fault === 'untimely' ? MOST_AGAIN + 1 : MOST_AGAIN;
        const isMeant = fault !== undefined && !isWay && tried[fault] < most;
        const isRepeated = isMeant && repeated[fault] < MOST_REPEATED[fault];
        // whoever stands before the service may have said that, and it is nothing of the interface
        const isUnclear =
          moment === 'slow' ||
          isMeant ||
          (moment === 'failed' && isLost) ||
          (isTooOften && !rows.includes('call_too_frequently'));
        isLost ||= answer === undefined;
        const exchange = {
          ...{ step: stepOf(step, moment, isReplay || isRepeated), operationId, caller, path, query },
          altered: {
            ...{ ...waysOf(asker.way, way), ...altered },
            ...(altered.late !== undefined && { late: altered.late + outgoing.earlier }),
          },
          ...(body !== undefined && { body }),
          ...(answer && !isUnclear && { answer }),
          when: { from: Math.floor(sent / 1000) - MARGIN, to: Math.ceil(came / 1000) + MARGIN },
        };
        exchanges.push(exchange);
        if (moment === 'untimely') untimely.set(exchange, isRight ? 'right' : 'provoked');
        else if (last === 'untimely' && answer && moment === undefined) isWavering = true;
        if (isRight && answer?.status === 200) timely.add(operationId);
        last = moment;
        const isOver = again === MOST_AGAIN || waits === MOST_WAITS;
        progress?.({
          ...{ calls: exchanges.length, step, operationId, status: answer?.status },
          waits: isOver ? 0 : (wait ?? 0),
        });
        const { apiCode } = credentials;
        const ownCode = credentialsOf(caller)?.apiCode;
        const stop = answer && reasonToEnd({ operationId, apiCode, ownCode, altered, isProvoked, answer, rows });
        if (stop) throw new Stopped(stop);
        if (isReplay) {
          replays++;
          continue;
        }
        if (moment === 'replayed' && step !== TRY) throw new Stopped('replayed');
        if (isRepeated) {
          tried[fault]++;
          repeated[fault]++;
          if (fault === 'failed' && tried.failed === most) await clock.pass(RESTART, signal);
          if (fault === 'untimely' && tried.untimely === most) await seeThatOthersAreTaken(operationId, isRight);
          continue;
        }
        if (fault === 'untimely' && isMeant) throw new Stopped('clock'); // now one t is refused, and now another
        if (fault === 'untimely') timedApart.add(kindOf(operationId, isRight));
        permissions.note(operation, asked, answer, rows);
        if (silence.note(operationId, answer !== undefined)) {
          await seeThatItIsThere(operationId);
          return undefined;
        }
        if (!isTooOften) return moment === 'slow' ? undefined : answer;
        if (wait === undefined) throw new Stopped('told to wait long');
        if (isOver) throw new Stopped('throttled');
        [again, waits] = [again + 1, waits + 1];
        await clock.pass(wait, signal);
      }
    },
  };
  return asker;
}

/** The step that a call is in the transcript. */
function stepOf(step: string, moment: Moment | undefined, isRepeated: boolean): string {
  // it tells of the t alone, the one that ends the run as well; before anybody was let in it may tell of any checksum
  if (moment === 'replayed') return isRepeated || step !== TRY ? REPLAYED : step;
  if (moment === 'throttled') return THROTTLED;
  if (moment === 'slow') return SLOW;
  if (moment === 'untimely' && isRepeated) return UNTIMELY;
  return moment === 'failed' && isRepeated ? FAILED : step;
}

/** Calls of an operation as they are to be, or those that are wrong on purpose. */
const kindOf = (operationId: string, isRight: boolean): string => `${operationId} ${String(isRight)}`;

/** What of an answer is written down. */
const answerOf = ({ status, contentType, text }: Received): RawAnswer => ({ status, contentType, text });

/** What of a way of signing is otherwise than assumed. */
const waysOf = (way: Way, assumed: Way) => ({
  ...(way.scheme !== assumed.scheme && { scheme: way.scheme.name }),
  ...(way.nonce !== assumed.nonce && { nonce: way.nonce ?? 'none' }),
  ...(way.unit !== assumed.unit && { unit: way.unit }),
});

/** The names of the rows that an answer may be. A code of its own where the document has none hides no row: what a run ends or waits for is known. */
export function rowNamesOf(operation: Operation, answer: RawAnswer): string[] {
  const body = jsonOf(answer);
  const ways = isNode(body) ? [body, { ...body, error_code: undefined }] : [];
  const rows = ways.map((one) => rowsOf(operation, answer.status, one)).find(({ length }) => length > 0) ?? [];
  return rows.map(({ name }) => name);
}
