/** A limit for what a user's function waits for: one that hangs must not hold up all that comes after it. */
import { systemClock } from '@wallet-operations/client';

/** Does work, and leaves it behind after so many seconds. @throws Error then, which says what it was */
export async function inTime<T>(seconds: number, what: string, work: () => T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const cancel = systemClock.after(seconds * 1000, () => {
    late.reject(new Error(`${what} has not ended within ${String(seconds)} seconds: it was left behind.`));
  });
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    cancel();
  }
}
