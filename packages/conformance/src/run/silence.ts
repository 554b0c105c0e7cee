/** Calls in a row that had no answer: whether the service is gone, or some operations alone give none. */

/** How many there may be before that is looked at. */
const MOST_IN_A_ROW = 2;

/** Keeps that. */
export interface Silence {
  /** Notes whether a call of an operation was answered. @returns whether it is time to see that the service is there */
  readonly note: (operationId: string, isAnswered: boolean) => boolean;
  /** Whether nothing speaks for the service's way, or its end: a call that fails then may be made again. */
  readonly isNone: (operationId: string) => boolean;
  /** The service is there: from now on it tells nothing that these operations give no answer. */
  readonly blame: (operationIds: readonly string[]) => void;
  /** The operations of the calls in a row. */
  readonly operations: readonly string[];
}

/** Makes it. */
export function createSilence(): Silence {
  let operations: readonly string[] = [];
  const silent = new Set<string>();
  return {
    note(operationId, isAnswered) {
      if (isAnswered) silent.delete(operationId);
      if (isAnswered) operations = [];
      else if (!silent.has(operationId)) operations = [...operations, operationId];
      return operations.length > MOST_IN_A_ROW;
    },
    isNone: (operationId) => operations.length === 0 && !silent.has(operationId),
    blame(operationIds) {
      for (const operationId of operationIds) silent.add(operationId);
    },
    get operations() {
      return operations;
    },
  };
}
