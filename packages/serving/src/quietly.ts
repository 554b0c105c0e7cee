/** Calls what a user has given: nobody's mistake there may end the process, or an exchange of others. */

/** What it throws, or rejects with, is passed over. */
export function quietly(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(() => undefined);
  } catch {
    // the same, at once
  }
}
