/** What is said of writes of every kind. */

/** A time in words. */
export const seconds = (milliseconds: number): string => `${String(Math.round(milliseconds / 1000))} s`;

/** Of a refusal that no read bears out. */
export const UNLIKELY = (reason: string): string =>
  `it was refused (${reason}), and a read does not say that it is not there`;

/** Of what nobody judged. */
export const UNTAKEN = (reason: string, read: string): string =>
  `the service took no request to judge it (${reason}): by the document it was not carried out, and ${read} does not have it`;

/** Of what never left. */
export const UNSENT = (reason: string): string => `its request never left (${reason}): nothing was sent`;

/** Of a withdrawal that is there although it was said that there is none. */
export const DENIED = 'an earlier run was told that there was none, and getWithdrawalState has it by now';
