/** Calls that tell of the moment alone, and nothing of the interface: the steps that a transcript has of them. */

/** It was taken for one that was there before. */
export const REPLAYED = 'access.replayed';

/** It came too often. */
export const THROTTLED = 'access.throttled';

/** No answer came, or one that tells of a fault of the service, and it was made again. */
export const FAILED = 'access.failed';

/** Whether the service is there at all, and takes what it took before, once calls of an operation had no answer, or their t was refused. */
export const ALIVE = 'access.alive';

/** Its `t` was refused, though it was made as those that were taken; or it was to be refused, and a clock is off. */
export const UNTIMELY = 'access.untimely';

/** Its `t` was older by the time of the answer than it was to be. */
export const SLOW = 'access.slow';
