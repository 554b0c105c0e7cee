/** What a suite of the benchmark is given, and what it gives. */

/** Measures, and gives what it found. */
export type Suite = (bench: Bench) => Promise<Comparison[]>;

/** How a suite is run. */
export interface Bench {
  /** Whether the benchmark itself is only tried out: one round, and little work, for figures that mean nothing unless they are steady. */
  readonly quick: boolean;
  /** Says how far the suite has come. */
  readonly progress: (text: string) => void;
  /** A folder for the files of this run; in `client`, `mock`, `sandbox` and `durable` it has these packages as they are published. */
  readonly folder: string;
}

/** What is measured of several candidates in one run. */
export interface Heading {
  readonly title: string;
  readonly unit: string;
  /** Which values are good ones. */
  readonly better: 'less' | 'more';
  /** Whether its promises hold whatever else the machine does, and so are looked at when the benchmark is only tried out, too. */
  readonly steady?: boolean;
  /** What a reader must know to understand the figures. */
  readonly note?: string;
}

/** One thing measured of several candidates. The first is what the others are compared with. */
export interface Comparison extends Heading {
  readonly candidates: readonly Candidate[];
}

/** What was measured of one candidate. */
export interface Candidate {
  readonly name: string;
  /** True of what this project makes. */
  readonly own: boolean;
  /** The median of all rounds. */
  readonly value: number;
  /** The value as a multiple of the first candidate's: the median over the rounds, each compared within itself. */
  readonly ratio: number;
  /** The quartiles of that ratio. */
  readonly quartiles: readonly [low: number, high: number];
  readonly claim?: Claim;
  /** Of ours, the ratio in the report before this one. */
  readonly before?: number;
}

/** What the project promises: a ratio, or where a ratio says nothing a value, at most where less is better, else at least. */
export interface Claim {
  readonly of: 'ratio' | 'value';
  readonly limit: number;
}

/** Whether a candidate keeps what is promised of it. */
export function isKept({ better }: Heading, candidate: Candidate): boolean {
  if (!candidate.claim) return true;
  const { of, limit } = candidate.claim;
  const figure = Number(candidate[of].toFixed(2)); // as it is shown
  return better === 'less' ? figure <= limit : figure >= limit;
}
