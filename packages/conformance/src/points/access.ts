/** Points about getting in: checksum, time, codes, throttling. */
import { MARGIN, windowOf, within } from '../calls/access.ts';
import { SLOW } from '../calls/again.ts';
import { isTimed } from '../calls/window.ts';
import { DAY, PRESENT, secondsIn } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';
import { rowsIn } from '../judge/rows.ts';
import { confirmed, contradicted, notAsked, notObservable, type Conclude, type Conclusion } from './conclusion.ts';
import { assumedOf, inWords, isRefused, type Evidence } from '../judge/evidence.ts';

const isOk = (evidence: Evidence, step: string): boolean | undefined => {
  const [exchange] = evidence.of(step);
  return exchange?.answer && exchange.answer.status === 200;
};

const checksum: Conclude = (evidence) => {
  const tried = evidence.of('access.try');
  const found = tried.find(({ answer }) => answer?.status === 200);
  if (!found)
    return notAsked(
      tried.length === 0 ? 'nothing was asked' : `none of ${String(tried.length)} ways to sign was admitted`,
    );
  const withBody = evidence.ok('access.body')[0]?.exchange ?? found;
  const { scheme } = withBody.request.altered;
  const { nonce } = found.request.altered;
  const assumed = assumedOf(evidence, 'checksum');
  if (scheme !== undefined)
    return contradicted(`another scheme is admitted: ${scheme}. Give client and sandbox a function that computes it`);
  if (nonce !== undefined && nonce !== assumed.nonce)
    return contradicted(`a nonce ${nonce} is needed`, { ...assumed, nonce });
  return confirmed('the assumed scheme is admitted, with a body and without', assumed);
};

const requestTime: Conclude = (evidence) => {
  const [admitted] = evidence.ok('access.status');
  if (!admitted) return notAsked('nobody was let in');
  const assumed = assumedOf(evidence, 'request-time');
  const unit = admitted.exchange.request.altered.unit ?? assumed.unit;
  const window = windowOf(evidence.service);
  const inside = [isOk(evidence, 'access.inside-past'), isOk(evidence, 'access.inside-future')];
  const outside = [isOk(evidence, 'access.outside-past'), isOk(evidence, 'access.outside-future')];
  if ([...inside, ...outside].includes(undefined))
    return evidence.of(SLOW).length > 0
      ? notObservable('not every side of the window was asked: answers took so long that t was another meanwhile')
      : notAsked('not every side of the window was asked');
  const isAsAssumed = isWindow(evidence, window);
  if (isAsAssumed && unit === assumed.unit)
    return confirmed(`${String(unit)}, within ${String(window)} seconds: ${limitsOf(evidence)}`, assumed);
  if (isAsAssumed) return contradicted(`${String(unit)}, within ${String(window)} seconds`, { unit, window });
  if (inside[0] !== inside[1] || outside[0] !== outside[1])
    return contradicted('the past and the future are not alike: is the clock of this machine right?');
  const edge = edgeOf(evidence);
  if (edge === undefined) return contradicted(`another one than ${String(window)} seconds`);
  const found = roundly(edge);
  return contradicted(`${String(unit)}, within ${String(found)} seconds: ${limitsOf(evidence)}`, {
    unit,
    window: found,
  });
};

/** Seconds that a `t` was off, for better or worse; those of the past are what is looked at to the second. */
function probesOf({ transcript }: Evidence): { readonly late: number; readonly isTaken: boolean }[] {
  return transcript.exchanges
    .filter(({ step }) => isTimed(step))
    .flatMap(({ answer, request: { altered } }) =>
      answer && altered.late !== undefined ? [{ late: altered.late, isTaken: answer.status === 200 }] : [],
    );
}

/** The longest ago that was taken, and the next that was refused. */
function boundsOf(evidence: Evidence): { readonly taken: number; readonly refused: number } {
  const secondsOf = (is: boolean): number[] =>
    probesOf(evidence).flatMap(({ late, isTaken }) => (isTaken === is ? [late] : []));
  const taken = Math.max(0, ...secondsOf(true));
  return { taken, refused: Math.min(...secondsOf(false).filter((seconds) => seconds > taken)) };
}

/** How long ago a `t` was that was just taken; undefined where the next second was not asked for. */
function edgeOf(evidence: Evidence): number | undefined {
  const { taken, refused } = boundsOf(evidence);
  return refused - taken <= 1 ? taken : undefined;
}

/** By how far each `t` was off, whatever window its run took for the right one. */
function isWindow(evidence: Evidence, window: number): boolean {
  const { taken, refused } = boundsOf(evidence);
  const edge = edgeOf(evidence);
  const isNear = edge === undefined ? taken >= within(window) && refused <= window + MARGIN : roundly(edge) === window;
  const ahead = probesOf(evidence).filter(({ late }) => late < 0);
  return isNear && ahead.every(({ late, isTaken }) => isTaken === -late <= window);
}

const limitsOf = (evidence: Evidence): string => {
  const { taken, refused } = boundsOf(evidence);
  return `${String(taken)} seconds ago is taken, ${String(refused)} is not`;
};

/** Clocks are a second or two apart, and windows are round. */
function roundly(seconds: number): number {
  const round = Math.round(seconds / 5) * 5;
  return Math.abs(round - seconds) <= 2 ? round : seconds;
}

/** When the activated codes end. */
const endsOf = ({ ok }: Evidence): number[] =>
  ok('access.status').flatMap(({ body }) =>
    isNode(body.valid) ? (secondsIn(Number(body.valid.exp))?.seconds ?? []) : [],
  );

const apiCodeLifetime: Conclude = (evidence) => {
  const ends = endsOf(evidence);
  if (ends.length === 0) return notAsked('no answer had an exp');
  const days = Math.max(...ends.map((end) => Math.floor((end - PRESENT) / DAY)));
  const assumed = Number(evidence.service.points['api-code-lifetime']?.value);
  if (days > assumed) return contradicted(`an activated code is good for ${String(days)} more days`);
  return notObservable(
    `the codes are good for ${String(days)} more days at most; when they were activated nobody tells`,
  );
};

const expiredApiCode: Conclude = (evidence) => {
  const ends = endsOf(evidence);
  if (ends.length === 0) return notAsked('no answer had an exp');
  return ends.some((end) => end < PRESENT)
    ? contradicted('the exp of a code is over, and the code is taken')
    : notObservable('it takes a code that has expired, and none of these has');
};

const throttlingCount: Conclude = (evidence) => {
  const counts = evidence.transcript.exchanges.flatMap((exchange) => {
    const { error } = isNode(exchange.answer?.body) ? exchange.answer.body : {};
    const isTooOften = rowsIn(evidence, exchange, 'message').includes('call_too_frequently');
    const [, count] = isTooOften ? (/\((\d+) calls\/minute\)/.exec(String(error)) ?? []) : [];
    return count === undefined ? [] : [Number(count)];
  });
  const [count] = counts;
  if (count === undefined) return notObservable('it shows only to who calls too often, which a run does not');
  const assumed = evidence.service.points['throttling-count']?.value;
  const said = `${String(count)} calls a minute, by the error`;
  return count === assumed ? confirmed(said, count) : contradicted(said, count);
};

const priceApiCode: Conclude = (evidence) => {
  const [plain] = evidence.of('getCurrencyPrices.plain');
  if (!plain?.answer) return notAsked('no prices were asked for');
  if (plain.answer.status === 200) return confirmed('the code of a wallet is taken');
  if (!isRefused(plain)) return notObservable(`the code of a wallet is ${inWords(plain.answer)}`);
  const isReadOnly = evidence.ok('getCurrencyPrices.read-only').length > 0;
  return contradicted(
    `the code of a wallet is refused with ${String(plain.answer.status)}${isReadOnly ? ', and the read-only one is taken' : ''}`,
  );
};

export const accessPoints: Readonly<Record<string, Conclude>> = {
  checksum,
  'request-time': requestTime,
  'api-code-lifetime': apiCodeLifetime,
  'expired-api-code': expiredApiCode,
  'throttling-count': throttlingCount,
  'price-api-code': priceApiCode,
};

/** The ID of a point with what was concluded. */
export type Concluded = readonly [id: string, conclusion: Conclusion];
