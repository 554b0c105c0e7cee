/** Orders to measure with, none twice. */
import type { WithdrawalRequest } from '@wallet-operations/client';

let made = 0;

/** New ones, of a wallet with the prefix `bench_`. */
export const fresh = (count: number): WithdrawalRequest[] =>
  Array.from({ length: count }, () => ({
    order_id: `bench_${String(++made)}`,
    address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
    amount: '0.000001',
  }));
