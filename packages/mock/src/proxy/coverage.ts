/** How much of what the document says was seen: each operation with each status, and with each row of an error. */
import { type Operation, rowsUnder } from '@wallet-operations/validator';
import type { Checked } from './check-exchange.ts';

/** One answer that the document has. */
export interface DocumentedAnswer {
  readonly operationId: string;
  readonly status: number;
  /** The name of the error's row. Undefined for an answer that is no error. */
  readonly row: string | undefined;
}

/** How many of them were seen, as the document has them. */
export interface Coverage {
  readonly seen: number;
  readonly all: number;
  /** Of a hundred, rounded down to a tenth. */
  readonly percent: number;
  /** What was never seen, in the document's order. */
  readonly missing: readonly DocumentedAnswer[];
}

/** Keeps what was seen. */
export interface CoverageCount {
  readonly add: (checked: Checked) => void;
  readonly report: () => Coverage;
}

/** Makes an empty count for the operations of a document. */
export function createCoverage(operations: readonly Operation[]): CoverageCount {
  const documented = operations.flatMap(answersOf);
  const seen = new Set<string>();
  return {
    add({ operationId = '', status = 0, problems, rows, complete }) {
      const fits = complete && problems.every((problem) => problem.in === 'request');
      const [row] = rows;
      if (fits && rows.length < 2) seen.add(keyOf({ operationId, status, row })); // which of several it was, nobody knows
    },
    report() {
      const missing = documented.filter((answer) => !seen.has(keyOf(answer)));
      const [all, count] = [documented.length, documented.length - missing.length];
      return { seen: count, all, percent: all === 0 ? 100 : Math.floor((count / all) * 1000) / 10, missing };
    },
  };
}

const keyOf = ({ operationId, status, row }: DocumentedAnswer): string => JSON.stringify([operationId, status, row]);

function answersOf(operation: Operation): DocumentedAnswer[] {
  const { operationId, node } = operation;
  return Object.keys(node.responses ?? {}).flatMap((key): DocumentedAnswer[] => {
    const status = Number(key);
    const names = rowsUnder(operation, status).map(({ name }) => name);
    return (names.length > 0 ? names : [undefined]).map((row) => ({ operationId, status, row }));
  });
}
