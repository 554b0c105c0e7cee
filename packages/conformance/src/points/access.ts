/** Points about getting in: checksum, time, codes, throttling. */
import { MARGIN, windowOf, within } from '../calls/access.ts';
import { SLOW } from '../calls/again.ts';
import {
  edgeOf,
  isTorn,
  mayBeWindow,
  probesIn,
  windowIn,
  type Edge,
  type Probe,
  type Window,
} from '../calls/probes.ts';
import { isUnsure } from '../calls/window.ts';
import { DAY, PRESENT, secondsIn, type Exchange } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';
import { signedIn } from '../judge/signed.ts';
import { rowsIn } from '../judge/errors.ts';
import { confirmed, contradicted, notAsked, notObservable, type Conclude, type Conclusion } from './conclusion.ts';
import { assumedOf, inWords, isRefused, type Evidence } from '../judge/evidence.ts';

const isOk = (evidence: Evidence, step: string): boolean | undefined => {
  const [exchange] = evidence.of(step);
  return exchange?.answer && exchange.answer.status === 200;
};

/** Why nobody was let in: by another row than that of a wrong checksum it may be no matter of signing at all. */
function refusalsOf(evidence: Evidence, tried: readonly Exchange[]): string {
  const all = tried.flatMap((exchange) => rowsIn(evidence, exchange, 'message').slice(0, 1));
  const rows = new Set(all);
  const statuses = new Set(tried.flatMap(({ answer }) => (answer ? [String(answer.status)] : [])));
  const answered = statuses.size === 0 ? '' : `: answered with ${[...statuses].join(', ')}`;
  const named = rows.size === 0 ? answered : `: refused by ${[...rows].join(', ')}`;
  // of a service that has t in another unit, a first one says so, too
  const hint = all.at(-1) === 'invalid_timestamp' ? '. Look at the clock of this machine' : '';
  return `none of ${String(tried.length)} ways to sign was admitted${named}${hint}`;
}

const checksum: Conclude = (evidence) => {
  const tried = evidence.of('access.try');
  const found = tried.find(({ answer }) => answer?.status === 200);
  if (!found) return notAsked(tried.length === 0 ? 'nothing was asked' : refusalsOf(evidence, tried));
  const { nonce } = found.request.altered;
  const assumed = assumedOf(evidence, 'checksum');
  const isNonce = nonce !== undefined && nonce !== assumed.nonce;
  const parts = PARTS.map((part) => ({ part, ...signedIn(evidence, part) }));
  const { scheme } = (parts.findLast(({ taken }) => taken)?.taken ?? found).request.altered;
  const way = `${scheme ?? 'the assumed scheme'}${isNonce ? `, with a nonce ${nonce}` : ''}`;
  const refused = parts.filter((one) => one.refused > 0);
  if (refused.length > 0) {
    const names = refused.map(
      ({ part, refused: count }) => `a ${part} was admitted, of ${String(count)} that were tried`,
    );
    return contradicted(
      `no way to sign ${names.join(', and none to sign ')}: what has one was not asked. Without it ${way} is admitted`,
    );
  }
  if (scheme !== undefined)
    return contradicted(`another scheme is admitted: ${way}. Give client and sandbox a function that computes it`);
  const untold = parts.filter(({ taken }) => !taken).map(({ part }) => `one with a ${part}`);
  if (untold.length > 0) {
    const said = `${way} is admitted, and no answer tells of ${untold.join(', nor of ')}`;
    return isNonce ? contradicted(said) : notObservable(said);
  }
  if (isNonce) return contradicted(`a nonce ${nonce} is needed`, { ...assumed, nonce });
  return confirmed('the assumed scheme is admitted, with a body and without', assumed);
};

/** What is signed besides what the status of codes has, in the order in which a run looks for it. */
const PARTS = ['query', 'body'] as const;

const requestTime: Conclude = (evidence) => {
  const [admitted] = evidence.ok('access.status');
  if (!admitted) return notAsked('nobody was let in');
  const assumed = assumedOf(evidence, 'request-time');
  const unit = admitted.exchange.request.altered.unit ?? assumed.unit;
  const window = windowOf(evidence.service);
  const sides = ['inside-past', 'inside-future', 'outside-past', 'outside-future'];
  if (sides.some((side) => isOk(evidence, `access.${side}`) === undefined))
    return evidence.of(SLOW).length > 0
      ? notObservable('not every side of the window was asked: answers took so long that t was another meanwhile')
      : notAsked('not every side of the window was asked');
  const probes = probesIn(evidence.transcript);
  if (isTorn(probes))
    return notObservable(
      'a t that had been taken was refused a moment later, or the other way round: a clock was set meanwhile, or one of several services has another',
    );
  const found = windowIn(probes);
  const isAsAssumed = found
    ? found.seconds === window
    : (['past', 'ahead'] as const).every((side) => isNear(edgeOf(probes, side), window));
  if (isUnsure(evidence.transcript))
    return notObservable(
      `the run ended before all that it had found of the window was asked once more: ${limitsOf(probes)}`,
    );
  if (!found && !isAsAssumed)
    return mayBeWindow(probes, window)
      ? notObservable(`by another clock it may be ${String(window)} seconds: ${limitsOf(probes)}`)
      : contradicted(`another one than ${String(window)} seconds: ${limitsOf(probes)}`);
  const value = { unit, window: found?.seconds ?? window };
  const said = `${String(unit)}, within ${String(value.window)} seconds${clockOf(found)}: ${limitsOf(probes)}`;
  return isAsAssumed && unit === assumed.unit ? confirmed(said, assumed) : contradicted(said, value);
};

/** Whether a side may be where a window of so many seconds ends. */
const isNear = ({ taken, refused }: Edge, window: number): boolean =>
  taken >= within(window) && taken <= window && refused > window && refused <= window + MARGIN;

/** Where the service's clock is, if its window is as long either way. */
function clockOf(window: Window | undefined): string {
  const behind = window?.behind ?? 0;
  if (Math.abs(behind) <= ALIKE) return '';
  return ` of a clock that is ${String(Math.abs(behind))} seconds ${behind > 0 ? 'behind' : 'ahead of'} this machine’s, or more one way than the other`;
}

/** Clocks that are so many seconds apart are alike. */
const ALIKE = 2;

/** What of either side was taken, and what was not. */
const limitsOf = (probes: readonly Probe[]): string =>
  (['past', 'ahead'] as const)
    .map((side) => {
      const { taken, refused } = edgeOf(probes, side);
      const words = side === 'past' ? 'seconds ago' : 'ahead';
      return `${String(taken)} ${words} is taken${refused === Infinity ? '' : `, ${String(refused)} is not`}`;
    })
    .join('; ');

/** When the activated codes end. */
const endsOf = ({ ok }: Evidence): number[] =>
  ok('access.status').flatMap(({ body }) => (isNode(body.valid) ? secondsOfEnd(Number(body.valid.exp)) : []));

/** Those of a time long ago and of one that never comes, too; 0 may stand for none. */
function secondsOfEnd(exp: number): number[] {
  const time = secondsIn(exp);
  if (!Number.isInteger(exp)) return []; // which is told of as its type
  if (time) return [time.seconds];
  return exp > 0 && exp < 1e12 ? [exp] : [];
}

/** What is said where nobody tells until when a code is good. */
const withoutEnd = ({ ok }: Evidence): Conclusion =>
  (ok('access.status').length > 0 ? notObservable : notAsked)('no answer had an exp that is a time');

const apiCodeLifetime: Conclude = (evidence) => {
  const ends = endsOf(evidence);
  if (ends.length === 0) return withoutEnd(evidence);
  const days = Math.max(...ends.map((end) => Math.floor((end - PRESENT) / DAY)));
  const assumed = Number(evidence.service.points['api-code-lifetime']?.value);
  if (days > assumed) return contradicted(`an activated code is good for ${String(days)} more days`);
  return notObservable(
    `the codes are good for ${String(days)} more days at most; when they were activated nobody tells`,
  );
};

const expiredApiCode: Conclude = (evidence) => {
  const ends = endsOf(evidence);
  if (ends.length === 0) return withoutEnd(evidence);
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
  if (!plain?.answer) return notAsked('nobody whose code has permission asked for prices');
  if (plain.answer.status === 200) return confirmed('the code of a wallet is taken');
  if (rowsIn(evidence, plain, 'message').includes('invalid_timestamp'))
    return notObservable('its t is refused, whatever the code');
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
