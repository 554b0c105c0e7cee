/** The outside approval of withdrawals, through the wallet's authentication callback URL. */
import type { components } from '@wallet-operations/openapi/types';
import type { PostAnswer } from '../callbacks/post.ts';
import { ending, postSealed, sealed } from '../callbacks/signed.ts';
import { spelled } from '../callbacks/spelled.ts';
import { stringifyJson } from '@wallet-operations/json';
import { refuse } from '../document/refusal.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';

type Request = components['schemas']['WithdrawalRequest'];

/**
 * Asks for each withdrawal, one after the other. What is sent, and that a 400 declines that one withdrawal, is assumed.
 *
 * @returns for each whether it may go.
 * @throws Refusal for an answer that the interface makes the whole request fail with.
 */
export const approve = (context: Context, wallet: Wallet, requests: readonly Request[]): Promise<boolean[]> =>
  Array.fromAsync(requests, (request) => ask(context, wallet, request));

async function ask(context: Context, { walletId, settings }: Wallet, request: Request): Promise<boolean> {
  let answer: PostAnswer;
  try {
    const text = spelled(
      stringifyJson({ wallet_id: walletId, ...request }),
      context.ids.chance('approval', walletId, request.order_id),
    );
    answer = await postSealed(context, settings.approvalUrl, sealed(context, walletId, text), ending(context));
  } catch (error) {
    return refuse('authentication_callback_unreachable', { DETAILED_MESSAGE: (error as Error).message });
  }
  const { status, body: RESPONSE_BODY } = answer;
  if (status === 400) return false;
  if (status !== 200) refuse('authentication_callback_failed', { HTTP_CODE: String(status), RESPONSE_BODY });
  if (RESPONSE_BODY !== 'OK') refuse('authentication_callback_unrecognized', { RESPONSE_BODY });
  return true;
}
