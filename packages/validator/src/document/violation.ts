/** A breach of the document: where, of which keyword, and in words. */
export interface Violation {
  /** Where: `body`, `path`, `query` or `header`, then the way down. */
  readonly path: readonly string[];
  /** The keyword of the schema that is broken. */
  readonly code: string;
  /** What is wrong there. It never quotes a value, which could be a secret. */
  readonly message: string;
}

/** More of them tell nothing new, and a body of half a million wrong items would take seconds to tell of. */
export const MAX_VIOLATIONS = 100;

/** One line for a person: the place, then what is wrong there. */
export const inWords = ({ path, message }: Violation): string => `${path.join('.')} ${message}`;
