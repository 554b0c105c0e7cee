/** What a client tells of its calls, made by hand. */
import type { AnswerEvent, RequestEvent, WaitEvent } from '../../../packages/client/src/hooks.ts';

let calls = 0;

/** The request of a first attempt that reads the balance of a wallet. */
export const request = (others: Partial<RequestEvent> = {}): RequestEvent => ({
  operationId: 'getVaultBalance',
  walletId: 635743n,
  callId: `call-${String(++calls)}`,
  attempt: 1,
  method: 'GET',
  baseUrl: 'https://wallet.example',
  urlTemplate: '/v1/svc/wallets/{WALLET_ID}/vault/balance',
  path: '/v1/svc/wallets/635743/vault/balance',
  headers: { 'x-api-code': '[secret]', 'x-checksum': '[secret]' },
  ...others,
});

/** A success after an eighth of a second. */
export const answer = (to: RequestEvent, others: Partial<AnswerEvent> = {}): AnswerEvent => ({
  request: to,
  status: 200,
  requestId: 'req-1',
  headers: { 'x-request-id': 'req-1' },
  reason: undefined,
  milliseconds: 125,
  nextIn: undefined,
  ...others,
});

/** A call that waits before its second attempt. */
export const wait = (others: Partial<WaitEvent> = {}): WaitEvent => ({
  operationId: 'getVaultBalance',
  walletId: 635743n,
  callId: 'call-0',
  attempt: 2,
  why: 'backoff',
  milliseconds: 250,
  ...others,
});
