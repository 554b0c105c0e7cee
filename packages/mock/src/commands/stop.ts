/** Stops gracefully on SIGINT or SIGTERM; a second one stops at once. */
import type { Listening } from '../listen.ts';

/** Calls `stopped` when the last request is answered, or at the second signal. */
export function onSignal(server: Listening, stopped: () => void = () => undefined): void {
  const stop = (): void => void server.close().then(once);
  let told = false;
  const once = (): void => {
    if (!told) stopped();
    told = true;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
