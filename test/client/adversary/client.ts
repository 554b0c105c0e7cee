/** The client's own settler, which is on trial. */
import { findWithdrawals, submitWithdrawals } from '@wallet-operations/client';
import type { Settler } from './settler.ts';

export const client: Settler = { submit: submitWithdrawals, find: findWithdrawals };
