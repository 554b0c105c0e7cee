/** Gathers what the proxy found, by operation. */
import type { Checked, Problem } from './check.ts';

/** One kind of breach, with how often it came. */
export interface ReportedProblem extends Problem {
  /** Status of the answer that it came with. Undefined where none came. */
  readonly status: number | undefined;
  readonly count: number;
}

/** What was seen of one operation. */
export interface OperationReport {
  /** Undefined for what the document has no operation for: then there is one for each method and path. */
  readonly operationId: string | undefined;
  /** The operation's name, or else method and path. */
  readonly name: string;
  readonly requests: number;
  /** How often each status came; under 0, how often no answer did. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Exchanges of which a body broke off or was too large, so that it was not checked. */
  readonly incomplete: number;
  readonly problems: readonly ReportedProblem[];
}

/** What a proxy has seen so far. */
export interface ProxyReport {
  readonly operations: readonly OperationReport[];
  readonly requests: number;
  /** Breaches, each as often as it came. */
  readonly problems: number;
  /** Whether something was checked, and nothing broke the document. */
  readonly ok: boolean;
}

/** Gathers. */
export interface Collector {
  readonly add: (checked: Checked) => void;
  readonly report: () => ProxyReport;
}

/** More kinds than this of one operation, or more unknown paths, tell nothing new, and would fill the memory. */
const MAX_KINDS = 100;

/** Makes an empty collector. */
export function createCollector(): Collector {
  const operations = new Map<string, Seen>();
  return {
    add(checked) {
      const wanted = checked.operationId ?? `${checked.method} ${checked.path}`;
      const name = operations.has(wanted) || operations.size < MAX_KINDS ? wanted : '(others)';
      const seen = operations.get(name) ?? new Seen(name, checked.operationId);
      operations.set(name, seen);
      seen.add(checked);
    },
    report() {
      const all = [...operations.values()].map((seen) => seen.report());
      const requests = sum(all.map((operation) => operation.requests));
      const answered = requests - sum(all.map(({ statuses }) => statuses[0] ?? 0));
      const problems = sum(all.flatMap((operation) => operation.problems.map(({ count }) => count)));
      return { operations: all, requests, problems, ok: problems === 0 && answered > 0 };
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

class Seen {
  readonly #name: string;
  readonly #operationId: string | undefined;
  readonly #statuses: Record<number, number> = {};
  readonly #problems = new Map<string, ReportedProblem>();
  #incomplete = 0;

  constructor(name: string, operationId: string | undefined) {
    this.#name = name;
    this.#operationId = operationId;
  }

  add({ status, problems, complete }: Checked): void {
    this.#statuses[status ?? 0] = (this.#statuses[status ?? 0] ?? 0) + 1;
    if (!complete) this.#incomplete++;
    for (const problem of problems) {
      const path = problem.path.map((key) => (/^\d+$/.test(key) ? '[]' : key)); // one kind, whichever item of a list it is
      const key = JSON.stringify([status, problem.in, path, problem.message]);
      const kind = this.#problems.has(key) || this.#problems.size < MAX_KINDS ? key : 'others';
      const known = this.#problems.get(kind);
      this.#problems.set(kind, known ? { ...known, count: known.count + 1 } : { ...problem, path, status, count: 1 });
    }
  }

  report(): OperationReport {
    return {
      operationId: this.#operationId,
      name: this.#name,
      requests: sum(Object.values(this.#statuses)),
      statuses: { ...this.#statuses },
      incomplete: this.#incomplete,
      problems: [...this.#problems.values()],
    };
  }
}
