/** How clients send, for what is built upon a client and is no method of it. */
import type { Send } from '../sending/transport.ts';
import type { Watchers } from '../sending/watched.ts';
import type { Operation } from './operations.ts';

/** What a client stands on. */
export interface Sender {
  /** Where its calls go to, without a slash at the end. */
  readonly base: string;
  readonly operations: readonly Operation[];
  readonly send: Send;
  readonly watchers: Watchers;
}

/** By client. */
export const senders = new WeakMap<object, Sender>();
