/** What is wrong with a command line. */

/** A command line that cannot be carried out; its message is all that the user needs. */
export class UsageError extends Error {}
