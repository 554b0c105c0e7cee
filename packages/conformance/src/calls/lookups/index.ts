/** Steps that look one thing up: something that answers before showed, something that there is not, and what is malformed. */
import type { Interface } from '@wallet-operations/transcript';
import type { Step } from '../asked.ts';
import { delegatedSteps } from './delegated.ts';
import { logSteps } from './logs.ts';
import { orderSteps } from './orders.ts';
import { priceSteps } from './prices.ts';
import { strangerSteps } from './strangers.ts';
import { vaultSteps } from './vaults.ts';
import { whitelistSteps } from './whitelist.ts';

/** All of them. */
export const lookupSteps = (service: Interface): Step[] => [
  ...orderSteps(service),
  ...logSteps(service),
  ...whitelistSteps(service),
  ...delegatedSteps(service),
  ...vaultSteps(service),
  ...strangerSteps(service),
  ...priceSteps(service),
];
