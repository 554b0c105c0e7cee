/** Every step of a run, in the order in which they are taken. */
import type { Interface } from '@wallet-operations/transcript';
import { accessSteps } from './access.ts';
import type { Step } from './asked.ts';
import { callbackSteps } from './callbacks.ts';
import { everywhereSteps } from './everywhere.ts';
import { laterSteps, listSteps } from './lists.ts';
import { lookupSteps } from './lookups.ts';

/** What a run may do besides. */
export interface PlanOptions {
  /** Whether an API code is sent that nobody was given: it could be somebody's. */
  readonly madeUpCode: boolean;
}

/** The steps after the first, which asks every wallet for the state of its codes. */
export const planOf = (service: Interface, options: PlanOptions): Step[] => [
  ...accessSteps(service, options),
  ...listSteps(service),
  ...lookupSteps(service),
  ...laterSteps(service),
  ...callbackSteps(service),
  ...everywhereSteps(service),
];
