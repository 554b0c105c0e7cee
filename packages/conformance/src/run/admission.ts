/** Gets in: the assumed way of signing, and others where that is refused; then the state of every wallet's codes. */
import type { RawAnswer } from '@wallet-operations/transcript';
import type { Way } from '../send/signer.ts';
import {
  alikeWithoutBody,
  ASSUMED,
  distinctWithoutBody,
  NONCES,
  schemeOf,
  schemesOf,
  type Scheme,
} from '../signing/schemes.ts';
import { codesIn } from './codes.ts';
import { rowNamesOf, Stopped, TRY, type Asker } from './caller.ts';
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
  await findBody(asker, options);
}

/** The answer of the first way that is admitted. */
async function tried(
  asker: Asker,
  { service, tries, knownRequest }: RunOptions,
  status: () => Promise<RawAnswer | undefined>,
): Promise<RawAnswer | undefined> {
  const operation = service.operation('getApiCodeStatus');
  const assumed = asker.way;
  const known = knownRequest ? schemesOf(knownRequest) : [];
  const schemes = knownRequest ? known : distinctWithoutBody(tries);
  const ways = [
    ...schemes.slice(0, 1).map((scheme) => ({ ...assumed, scheme })),
    ...(knownRequest ? [] : NONCES.map((nonce) => ({ ...assumed, nonce }))),
    ...schemes.slice(1).map((scheme): Way => ({ ...assumed, scheme })),
  ];
  let unit = assumed.unit;
  /** Whether the other unit was tried: back again would tell nothing new, and a plan says how many calls there may be. */
  let isTurned = false;
  for (const way of ways.slice(0, Math.max(1, tries))) {
    asker.way = { ...way, unit };
    let answer = await status();
    if (!isTurned && answer && rowNamesOf(operation, answer).includes('invalid_timestamp')) {
      isTurned = true;
      unit = unit === 'seconds' ? 'milliseconds' : 'seconds';
      asker.way = { ...way, unit };
      answer = await status();
    }
    if (answer?.status === 200) return answer;
    if (answer && isAboutTheCode(rowNamesOf(operation, answer))) return undefined;
  }
  return undefined;
}

/** Rows that no other checksum would change. */
const isAboutTheCode = (rows: readonly string[]): boolean =>
  ['invalid_api_code', 'api_code_mismatched', 'invalid_wallet_id'].some((row) => rows.includes(row));

/** Whether an answer names this very code as the activated one. */
const isActivated = (answer: RawAnswer, apiCode: string | undefined): boolean => codesIn(answer).valid === apiCode;

/** Only a request with a body shows how its body is signed. */
async function findBody(asker: Asker, { service }: RunOptions): Promise<void> {
  const operation = service.operation('getCallbacksById');
  const [wallet] = asker.known.wallets;
  if (!wallet) return;
  const found = asker.way;
  const schemes: readonly Scheme[] = [found.scheme, ...alikeWithoutBody(found.scheme)];
  for (const scheme of schemes) {
    asker.way = { ...found, scheme };
    const answer = await asker.ask('access.body', operation, { caller: wallet.place, body: { ids: [1] } });
    if (!answer || !rowNamesOf(operation, answer).includes('checksum_unmatch')) return;
  }
  asker.way = found;
}
