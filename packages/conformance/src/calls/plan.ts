/** Every step of a run, in the order in which they are taken. */
import type { Interface } from '@wallet-operations/transcript';
import { accessSteps } from './access.ts';
import type { Step } from './asked.ts';
import { callbackSteps } from './callbacks.ts';
import { everywhereSteps } from './everywhere.ts';
import { laterSteps, listSteps } from './lists.ts';
import { lookupSteps } from './lookups/index.ts';
import { lastSteps, windowSteps } from './window.ts';

/** What a run may do besides. */
export interface PlanOptions {
  /** Whether an API code is sent that nobody was given: it could be somebody's. */
  readonly madeUpCode: boolean;
}

/** The steps after the first, which asks every wallet for the state of its codes, where the service does as the document says. */
export const planOf = (service: Interface, options: PlanOptions): Step[] => [
  ...accessSteps(service, options),
  ...stepsBehind(service),
];

/** The same with those that look for the window of `t`: what is asked behind them hangs on it. */
export const wholePlanOf = (service: Interface, options: PlanOptions): Step[] => [
  ...accessSteps(service, options),
  ...windowSteps(service),
  ...stepsBehind(service),
];

const stepsBehind = (service: Interface): Step[] => [
  ...listSteps(service),
  ...lookupSteps(service),
  ...laterSteps(service),
  ...callbackSteps(service),
  ...everywhereSteps(service),
  ...lastSteps(),
];
