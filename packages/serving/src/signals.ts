/** Ends a server when its process is told to. */

/** Until whatever is under way when all is closed has ended by itself. */
const GRACE = 100;

/** On SIGINT and SIGTERM calls `close`, at the second one again; then `ended`, once; then the process exits. */
export function onSignal(close: () => Promise<void>, ended: () => void = () => undefined): void {
  let told = false;
  const stop = async (): Promise<void> => {
    await close();
    if (told) return;
    told = true;
    ended();
    // A name that is being looked up would hold the process for as long as the operating system waits for an answer.
    setTimeout(() => process.exit(), GRACE).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exitCode = 1;
      });
    });
}
