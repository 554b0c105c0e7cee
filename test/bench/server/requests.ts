/** The requests that all servers get: signed, for the sandbox asks for it, and none twice, as it would be with real callers. */
import { hash } from 'node:crypto';
import { bytesOf } from './drive.ts';

/** Who calls. */
export interface Access {
  readonly walletId: bigint | number;
  readonly apiCode: string;
  readonly secret: string;
  /** Path segments of the product. Default: `svc`. */
  readonly product?: string;
}

/** For servers that let everybody in. */
export const ANYBODY: Access = { walletId: 635743, apiCode: 'code', secret: 'secret' };

let number = 0;

function signed(access: Access, method: string, path: string, body = '', query: readonly string[] = []): Buffer {
  const pairs = [`q=${String(number++)}`, ...query, `t=${String(Math.floor(Date.now() / 1000))}`]; // q sets it apart
  const checksum = hash('sha256', `${[...pairs, ...(body ? [body] : [])].sort().join('&')}&secret=${access.secret}`);
  const { product = 'svc' } = access;
  const target = `/v1/${product}/wallets/${String(access.walletId)}${path}?${pairs.join('&')}`;
  return bytesOf(method, target, { 'x-api-code': access.apiCode, 'x-checksum': checksum }, body);
}

/** Asks for the balance of a vault wallet. */
export const balance = (access: Access): Buffer => signed(access, 'GET', '/vault/balance');

/** Asks for the withdrawal of one order. */
export const withdrawal = (access: Access): Buffer => withdrawals(access, 1);

/** Asks for so many withdrawals at once, of which every other pays the average fee of many blocks. */
export function withdrawals(access: Access, count: number): Buffer {
  const requests = Array.from({ length: count }, (_, i) => ({
    order_id: `shop1_${String(number)}_${String(i)}`,
    address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
    amount: '0.000001',
    ...((number + i) % 2 === 1 && { block_average_fee: 100 }),
  }));
  return signed(access, 'POST', '/sender/transactions', JSON.stringify({ requests }));
}

/** Asks for a page of withdrawal history. */
export const history = (access: Access, start: number, records: number): Buffer =>
  signed(access, 'GET', '/sender/transactions', '', [
    `request_number=${String(records)}`,
    `start_index=${String(start)}`,
  ]);
