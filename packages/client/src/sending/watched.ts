/** What sending tells those who watch a client. Nothing of them is loaded where nobody watches. */
import type { Call } from '../calls/call.ts';
import type { AnswerEvent, WaitEvent } from '../hooks.ts';

/** What is told of the end of a request besides what its answer says. */
export type Ending = Pick<AnswerEvent, 'reason' | 'milliseconds' | 'nextIn'>;

/** Watches one call. */
export interface Watch {
  readonly request: (attempt: number, headers: Readonly<Record<string, string>>) => void;
  readonly answer: (response: Response | undefined, ending: Ending) => void;
  readonly wait: (attempt: number, why: WaitEvent['why'], milliseconds?: number) => void;
}

/** Those who watch the calls of a client. */
export type Watchers = Set<(call: Call) => Watch>;

/** Tells one who only watches. An order may have been accepted: its answer must not get lost by what he throws or rejects with. */
export function tell(watcher: () => unknown): void {
  (async () => {
    await watcher();
  })().catch(() => undefined);
}
