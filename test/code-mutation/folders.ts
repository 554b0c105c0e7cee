/** The folders of the client on which money hangs, each with the tests that judge changes of its code: close to it, and quick. */

/** The sources of the client, from the top folder. */
export const SOURCES = 'packages/client/src';

/** By the name of the folder, patterns of the test files, from test/client. */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  withdrawals: ['withdrawals/*.test.ts'],
  answers: ['errors.test.ts', 'unclear-tables.test.ts', 'batches.test.ts'],
  numbers: ['numbers/*.test.ts'],
};
