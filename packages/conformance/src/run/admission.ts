/** Gets in: the assumed way of signing, and others where that is refused; then the state of every wallet's codes. */
import type { RawAnswer } from '@wallet-operations/transcript';
import type { Way } from '../send/signer.ts';
import {
  ASSUMED,
  distinctPlain,
  type KnownRequest,
  NONCES,
  schemeOf,
  type Part,
  schemesOf,
  waysToSign,
} from '../signing/schemes.ts';
import { TRY } from '../calls/access.ts';
import { kindsOf } from '../calls/list.ts';
import { codesIn } from './codes.ts';
import { rowNamesOf, Stopped, type Asker } from './caller.ts';
import type { RunOptions } from './options.ts';

/** The way that the document assumes, or that was answered. */
export function assumedWay({ points }: RunOptions['service']): Way {
  const { nonce } = points.checksum?.value as { readonly nonce: string };
  const { unit } = points['request-time']?.value as { readonly unit: Way['unit'] };
  return { scheme: schemeOf(ASSUMED), nonce: nonce === 'none' ? undefined : nonce, unit };
}

/**
 * Asks for the state of the first wallet's codes until the service admits that; then for those of the others, and sees that the codes
 * are the activated ones. The service is asked for nothing else before that.
 *
 * @throws Stopped where it admits nothing, or has another code as the activated one
 */
export async function admit(asker: Asker, options: RunOptions): Promise<void> {
  const { service, wallets } = options;
  const operation = service.operation('getApiCodeStatus');
  const status = (caller: number, step = 'access.status') => asker.ask(step, operation, { caller });
  const first = await tried(asker, options, () => status(0, TRY));
  if (!first) throw new Stopped('not admitted');
  if (!isActivated(first, wallets[0]?.apiCode)) throw new Stopped('not the activated code');
  for (const [place, { apiCode }] of wallets.entries()) {
    const answer = await status(place);
    if (answer?.status !== 200) asker.dismissed.add(place);
    else if (!isActivated(answer, apiCode)) throw new Stopped('not the activated code');
  }
  await findPart(asker, options, 'query');
  await findPart(asker, options, 'body');
}

/** The answer of the first way that is admitted. */
async function tried(
  asker: Asker,
  options: RunOptions,
  status: () => Promise<RawAnswer | undefined>,
): Promise<RawAnswer | undefined> {
  const { service, tries } = options;
  const operation = service.operation('getApiCodeStatus');
  const assumed = asker.way;
  const ways = waysToTry(assumed, options);
  let unit = assumed.unit;
  /** Whether the other unit was tried: back again would tell nothing new, and a plan says how many calls there may be. */
  let isTurned = false;
  for (const way of ways.slice(0, Math.max(1, tries))) {
    asker.way = { ...way, unit };
    let answer = await status();
    const isAbout = (rows: readonly string[]): boolean =>
      answer !== undefined && rowNamesOf(operation, answer).some((row) => rows.includes(row));
    if (!isTurned && isAbout(CLOCK)) {
      isTurned = true;
      unit = unit === 'seconds' ? 'milliseconds' : 'seconds';
      asker.way = { ...way, unit };
      answer = await status();
    }
    if (answer?.status === 200) return answer;
    if (isAbout(CODE) || isAbout(CLOCK)) return undefined;
  }
  return undefined;
}

/** Ways to sign, the nearest first. Of a request that is known, its schemes with each name of a nonce: it may have had one. */
function waysToTry(assumed: Way, { service, knownRequest }: RunOptions): Way[] {
  if (!knownRequest) {
    const [first, ...others] = distinctPlain().map((scheme): Way => ({ ...assumed, scheme }));
    return [...(first ? [first] : []), ...NONCES.map((nonce) => ({ ...assumed, nonce })), ...others];
  }
  const schemes = distinctPlain(schemesOf(knownRequest));
  const nonces = new Set([assumed.nonce, ...noncesIn(knownRequest, service), ...NONCES]);
  return [...nonces].flatMap((nonce) => schemes.map((scheme) => ({ ...assumed, scheme, nonce })));
}

/** Names in the query of a request that no operation has: one may be that of its nonce. */
function noncesIn({ query }: KnownRequest, { operations }: RunOptions['service']): string[] {
  const declared = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  return names.filter((name) => /^(?!t$)[a-z_]+$/i.test(name) && !declared.has(name));
}

/** Rows that no other checksum would change. */
const CODE = ['invalid_api_code', 'api_code_mismatched', 'invalid_wallet_id'];
const CLOCK = ['invalid_timestamp'];

/** Whether an answer names this very code as the activated one. */
const isActivated = (answer: RawAnswer, apiCode: string | undefined): boolean => codesIn(answer).valid === apiCode;

/** As that of a list of callbacks may be, on either side of `secret=` where all pairs are sorted. */
const queryAt = (now: number): [name: string, value: string][] => [
  ['type', '-1'],
  ['from_time', String(now)],
];

/**
 * Only a request with a query shows in which order its pairs are signed, and only one with a body how that is. What comes else than a refusal of
 * its checksum tells that this one is right.
 */
async function findPart(asker: Asker, { service }: RunOptions, part: Part): Promise<void> {
  const operation = service.operation(part === 'query' ? 'listCallbacks' : 'getCallbacksById');
  const kinds = kindsOf(service, operation).kinds ?? [];
  const { wallets } = asker.known;
  const wallet = wallets.find(({ kind }) => kinds.includes(kind)) ?? wallets[0];
  if (!wallet) return;
  const what = part === 'query' ? { query: queryAt(asker.known.now) } : { body: { ids: [1] } };
  const found = asker.way;
  for (const scheme of waysToSign(part, found.scheme)) {
    asker.way = { ...found, scheme };
    const answer = await asker.ask(`access.${part}`, operation, { caller: wallet.place, ...what });
    if (!answer || !rowNamesOf(operation, answer).includes('checksum_unmatch')) return;
  }
  asker.way = found;
  asker.unsigned.add(part);
}
