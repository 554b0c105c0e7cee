// The interface's section "Events": the callbacks that the service sends, both of the callback record's shape.
import type { Fields } from './notation.ts';
import { callback } from './resources.ts';

/** What each callback carries. How it is delivered, and what proves its sender, is not shown. */
export const webhooks: Readonly<Record<string, Fields>> = {
  withdrawalCallback: callback,
  depositCallback: callback,
};
