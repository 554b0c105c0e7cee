/** The parts of the client on which money hangs, each with the tests that judge changes of its code: close to it, and quick. */

/** The sources of the client, from the top folder. */
export const SOURCES = 'packages/client/src';

/** What it reads and writes numbers with, a package of its own because others do so too. */
export const JSON_SOURCES = 'packages/json/src';

/** By the name of a folder, or of a file beside them, `json` for that package, the test files, from test/client; those first that most changes fail, and do so soon. */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
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
  signing: ['signing', 'answered-points', 'signing-times', 'sign', 'sign-anywhere', 'failures', 'limits'],
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
  json: ['numbers/stringify-json', 'numbers/parse-json', 'numbers/json-out'],
};
