/** The code on which money hangs, folder by folder, each with the tests that judge changes of it: close to it, and quick. */

/** The sources of the client, from the top folder. */
export const SOURCES = 'packages/client/src';

/** What it reads and writes numbers with, a package of its own because others do so too. */
export const JSON_SOURCES = 'packages/json/src';

/** The sources of the sandbox. */
export const SANDBOX_SOURCES = 'packages/sandbox/src';

/** What is changed, and what judges it. */
export interface Folder {
  /** The folder that its sources are in, from the top folder. */
  readonly sources: string;
  /** The test files, from the top folder; those first that most changes fail, and do so soon. */
  readonly tests: readonly string[];
  /** What the outcome hangs on besides: patterns of files, from the top folder. What the sources import is found by itself. */
  readonly hangsOn: readonly string[];
  /**
   * Percent of its changes that must be noticed. Where there is none, each that is not has a reason in survivors.ts, and all
   * such folders together have the threshold of the run.
   */
  readonly threshold?: number;
}

/** Of a folder of the client, or of a file beside them, the tests, from test/client. */
const CLIENT: Readonly<Record<string, readonly string[]>> = {
  withdrawals: [
    'withdrawals/outcomes',
    'withdrawals/calls',
    'withdrawals/named',
    'withdrawals/batches',
    'withdrawals/progress',
    'withdrawals/input',
    'withdrawals/details',
    'withdrawals/likeness',
    'misuse',
    'unclear-tables',
  ],
  'canonical-address': ['withdrawals/likeness', 'withdrawals/named', 'withdrawals/outcomes'],
  options: ['options', 'failures', 'call-headers', 'withdrawals/details'],
  sending: [
    'failures',
    'retries',
    'clock',
    'throttling',
    'methods',
    'secrets',
    'options',
    'signing',
    'connections',
    'limits',
    'watch',
    'responses',
    'origins',
  ],
  answers: ['errors', 'secrets', 'unclear-tables', 'withdrawals/named', 'withdrawals/details'],
  signing: ['signing', 'answered-points', 'signing-times', 'sign', 'sign-anywhere', 'failures', 'limits', 'options'],
  numbers: ['numbers/amounts', 'numbers/amounts-refused', 'numbers/bigints', 'numbers/json-out'],
  callbacks: [
    'callbacks/events',
    'callbacks/options',
    'callbacks/confirm',
    'callbacks/store-answers',
    'callbacks/ambiguous',
    'callbacks/verify',
    'callbacks/approval',
    'callbacks/loading',
    'callbacks/handler',
    'callbacks/order',
    'callbacks/memory-store',
    'callbacks/testing',
    'callbacks/catch-up',
    'callbacks/windows',
    'callbacks/node',
    'listed',
    'misuse',
  ],
};

/** Of a folder of the sandbox, the tests, from test/sandbox. */
const SANDBOX: Readonly<Record<string, readonly string[]>> = {
  rules: ['withdrawal-rules', 'fees', 'approval', 'address-records', 'batches', 'spellings', 'fidelity/fidelity'],
  chain: [
    'callback-records',
    'mishaps',
    'arrivals',
    'happenings',
    'query-records',
    'event-logs',
    'waiting',
    'token-ids',
    'older-files',
  ],
  state: [
    'query-records',
    'amounts',
    'api-codes',
    'callback-records',
    'mishaps',
    'clock',
    'identifiers',
    'spelling',
    'data-files',
    'audit',
    'token-ids',
    'waiting',
    'wallet-ids',
    'store',
    'snapshots',
    'older-files',
  ],
  operations: [
    'query-records',
    'address-records',
    'batches',
    'event-logs',
    'approval',
    'operations',
    'token-ids',
    'happenings',
    'wallet-ids',
    'fidelity/fidelity',
  ],
};

/** Percent of the changes of each folder of the sandbox that must be noticed. */
const SANDBOX_THRESHOLD = 85;

const judgedByClient = (names: readonly string[]): Pick<Folder, 'tests' | 'hangsOn'> => ({
  tests: names.map((name) => `test/client/${name}.test.ts`),
  hangsOn: [`${SOURCES}/**/*.ts`, `${JSON_SOURCES}/**/*.ts`, 'test/client/**/*.ts'],
});

/** By the name of a folder, or of a file beside them; `json` is a package of its own. */
export const FOLDERS: Readonly<Record<string, Folder>> = {
  ...Object.fromEntries(
    Object.entries(CLIENT).map(([name, tests]) => [name, { sources: SOURCES, ...judgedByClient(tests) }]),
  ),
  json: {
    sources: JSON_SOURCES,
    ...judgedByClient(['numbers/stringify-json', 'numbers/parse-json', 'numbers/json-out']),
  },
  ...Object.fromEntries(
    Object.entries(SANDBOX).map(([name, tests]) => [
      name,
      {
        sources: SANDBOX_SOURCES,
        tests: tests.map((test) => `test/sandbox/${test}.test.ts`),
        hangsOn: ['test/sandbox/**/*.ts', 'test/overlays/*.ts'],
        threshold: SANDBOX_THRESHOLD,
      },
    ]),
  ),
};
