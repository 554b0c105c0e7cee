/** Texts that a database can keep. */

/** Whether it can: PostgreSQL has no NUL in a text, and half a character would be replaced on the way, and so be another text. */
export const canBeKept = (text: unknown): text is string =>
  typeof text === 'string' && !text.includes('\0') && text.isWellFormed();
