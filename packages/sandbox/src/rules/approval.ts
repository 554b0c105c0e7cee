/** The outside approval of withdrawals, through the wallet's authentication callback URL. */
import type { components } from '@wallet-operations/openapi/types';
import { SIGNATURE_HEADER } from '../assumed.ts';
import { signatureOf } from '../callbacks/deliver.ts';
import { post, type PostAnswer } from '../callbacks/post.ts';
import { stringifyJson } from '../document/json.ts';
import { refuse } from '../document/rows.ts';
import { signingSecretOf } from '../state/api-codes.ts';
import type { Wallet } from '../state/wallets.ts';
import type { World } from '../world.ts';

type Request = components['schemas']['WithdrawalRequest'];

/**
 * Asks for each withdrawal, one after the other. What is sent, and that a 400 declines that one withdrawal, is assumed.
 *
 * @returns for each whether it may go.
 * @throws Refusal for an answer that the interface makes the whole request fail with.
 */
export const approve = (world: World, wallet: Wallet, requests: readonly Request[]): Promise<boolean[]> =>
  Array.fromAsync(requests, (request) => ask(world, wallet, request));

async function ask(world: World, { walletId, settings }: Wallet, request: Request): Promise<boolean> {
  const body = stringifyJson({ wallet_id: walletId, ...request });
  let answer: PostAnswer;
  try {
    answer = await post(settings.approvalUrl, {
      headers: { [SIGNATURE_HEADER]: signatureOf(body, signingSecretOf(world, walletId)) },
      body,
      timeout: world.limits.deliveryTimeout,
      allowPrivate: world.allowPrivate,
      signal: world.closing,
    });
  } catch (error) {
    return refuse('authentication_callback_unreachable', { DETAILED_MESSAGE: (error as Error).message });
  }
  const { status, body: RESPONSE_BODY } = answer;
  if (status === 400) return false;
  if (status !== 200) refuse('authentication_callback_failed', { HTTP_CODE: String(status), RESPONSE_BODY });
  if (RESPONSE_BODY !== 'OK') refuse('authentication_callback_unrecognized', { RESPONSE_BODY });
  return true;
}
