/** The present, as the t of a request tells it. */
import type { Context } from '../context.ts';

/** Seconds or milliseconds of the sandbox's clock, whichever the service counts in. */
export const presentT = ({ clock, decisions }: Context): number =>
  Math.floor((clock.now() / 1000) * decisions.perSecond);
