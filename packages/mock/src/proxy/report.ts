/** Gathers what the proxy found, by operation, and judges it. */
import type { Operation } from '@wallet-operations/validator';
import type { Checked, Problem } from './check-exchange.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import { ALL_KINDS, chosenKinds, FAILING_KINDS, type Kind } from './kinds.ts';

/** What a run has to keep, to be fine. */
export interface Demands {
  /** The kinds of breaches that are problems; others are told, and do no harm. `accepted` takes `doubtful` along. Default: all but `request`. */
  readonly failOn?: readonly Kind[];
  /** How many of a hundred documented answers have to be seen. Default: any. */
  readonly minCoverage?: number;
}

/** One sort of breach, with how often it came. Equal ones are one, whichever item of a list or key of a map they are. */
export interface ReportedProblem extends Problem {
  /** Status of the answer that it came with. Undefined where none came. */
  readonly status: number | undefined;
  readonly count: number;
  /** Whether its kind was to fail. */
  readonly fails: boolean;
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
  /** Breaches of the kinds that fail, each as often as it came. */
  readonly problems: number;
  /** How often each kind of breach came. */
  readonly kinds: Readonly<Record<Kind, number>>;
  readonly coverage: Coverage;
  /** Whether something was checked, no problem was found, and enough was seen. */
  readonly ok: boolean;
  /** What besides problems is not as it should be, in words. */
  readonly reasons: readonly string[];
}

/** Gathers. */
export interface Collector {
  readonly add: (checked: Checked) => void;
  readonly report: () => ProxyReport;
}

/** More sorts of breaches of one operation, or more unknown paths, tell nothing new, and would fill the memory. */
const MAX_SORTS = 100;

/** What stands for the sorts beyond that. */
const OTHERS = { path: [], code: 'others', message: 'others, which are not told apart' };

/**
 * Makes an empty collector.
 *
 * @throws TypeError for demands that nobody can meet
 */
export function createCollector(documented: readonly Operation[], demands: Demands = {}): Collector {
  const { minCoverage } = demands;
  const failing = chosenKinds(demands.failOn ?? FAILING_KINDS);
  if (minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 100))
    throw new TypeError('--min-coverage takes a number from 0 to 100, of a hundred documented answers');
  const coverage = createCoverage(documented);
  const operations = new Map<string, Seen>();
  let whole = 0;
  return {
    add(checked) {
      const { operationId, method, path, status, complete } = checked;
      if (operationId !== undefined && status !== undefined && complete) whole++;
      const wanted = operationId ?? `${method} ${path}`;
      const isRoom = operationId !== undefined || operations.has(wanted) || operations.size < MAX_SORTS;
      const name = isRoom ? wanted : '(others)';
      const seen = operations.get(name) ?? new Seen(name, operationId, failing);
      operations.set(name, seen);
      seen.add(checked);
      coverage.add(checked);
    },
    report() {
      const all = [...operations.values()].map((seen) => seen.report());
      const found = all.flatMap((operation) => operation.problems);
      const countOf = (kind: Kind): number => sum(found.filter((each) => each.kind === kind).map(({ count }) => count));
      const problems = sum([...failing].map(countOf));
      const covered = coverage.report();
      const reasons = [
        ...(whole === 0 ? ['no operation of the document got a whole answer, so nothing was checked'] : []),
        ...(covered.percent < (minCoverage ?? 0)
          ? [`a coverage of ${String(covered.percent)} % is less than ${String(minCoverage)} %`]
          : []),
      ];
      return {
        operations: all,
        requests: sum(all.map((operation) => operation.requests)),
        problems,
        kinds: Object.fromEntries(ALL_KINDS.map((kind) => [kind, countOf(kind)])) as Record<Kind, number>,
        coverage: covered,
        ok: problems === 0 && reasons.length === 0,
        reasons,
      };
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

class Seen {
  readonly #name: string;
  readonly #operationId: string | undefined;
  readonly #failing: ReadonlySet<Kind>;
  readonly #statuses: Record<number, number> = {};
  readonly #problems = new Map<string, ReportedProblem>();
  #incomplete = 0;

  constructor(name: string, operationId: string | undefined, failing: ReadonlySet<Kind>) {
    this.#name = name;
    this.#operationId = operationId;
    this.#failing = failing;
  }

  add({ status, problems, complete }: Checked): void {
    this.#statuses[status ?? 0] = (this.#statuses[status ?? 0] ?? 0) + 1;
    if (!complete) this.#incomplete++;
    for (const problem of problems) {
      const key = keyOf(problem, status);
      const known = this.#problems.get(key);
      if (known || this.#problems.size < MAX_SORTS) this.#count(key, known ?? { ...problem, status });
      else this.#count(keyOf({ ...problem, ...OTHERS }, undefined), { ...problem, ...OTHERS, status: undefined });
    }
  }

  #count(key: string, problem: Problem & { readonly status: number | undefined }): void {
    const count = (this.#problems.get(key)?.count ?? 0) + 1;
    this.#problems.set(key, { ...problem, count, fails: this.#failing.has(problem.kind) });
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

const keyOf = ({ in: place, kind, path, message }: Problem, status: number | undefined): string =>
  JSON.stringify([status, place, kind, path, message]);
