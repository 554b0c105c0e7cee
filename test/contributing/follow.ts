/** Follows CONTRIBUTING in a copy of the repository: the steps for an operation, those for an error row, and no other. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Repository } from '../repository.ts';

const ADDITION = join(import.meta.dirname, 'addition');
const FACTS = 'test/interface/facts';
const PATH = '/v1/svc/wallets/{WALLET_ID}/sender/hold';

/** What the last step, building and testing, says. */
export interface LastStep {
  readonly build: Outcome;
  readonly types: Outcome;
  readonly tests: Outcome;
}

/** Adds an operation and an error row. */
export async function followSteps(repository: Repository): Promise<LastStep> {
  // Steps 1 to 3: the path, its examples and its responses; the row and where it is listed and due
  cpSync(ADDITION, repository.root, { recursive: true });
  repository.edit(
    'openapi/openapi.yaml',
    '\nwebhooks:\n',
    `\n  ${PATH}:\n    $ref: paths/wallets/{WALLET_ID}/sender/hold.yaml\nwebhooks:\n`,
  );

  // Step 4: the facts once more, by hand
  repository.edit(
    `${FACTS}/endpoints.ts`,
    '  // 2. Create deposit addresses\n',
    `  holdWithdrawals: {
    call: 'POST ${PATH}',
    body: { reason: 'string ..20' },
    reply: { held_until: 'seconds' },
  },\n  // 2. Create deposit addresses\n`,
  );
  repository.edit(
    `${FACTS}/errors.ts`,
    '  // Create deposit addresses\n',
    `  holdWithdrawals: [invalidParameter('later'), ['never', 400, 990, 'The max length of reason is 20 chars']],\n  // Create deposit addresses\n`,
  );
  repository.edit(
    `${FACTS}/promises.ts`,
    "  createDepositAddresses: 'never',\n",
    "  holdWithdrawals: 'always',\n  createDepositAddresses: 'never',\n",
  );
  repository.edit(
    `${FACTS}/refusals.ts`,
    '  // Other endpoints',
    `  ['holdWithdrawals body reason', 'maxLength', 'The max length of reason is 20 chars'],\n  // Other endpoints`,
  );
  repository.edit('test/interface/interface.test.ts', 'toHaveLength(20)', 'toHaveLength(21)');
  repository.edit(
    'test/contract/rows.ts',
    "  'Wallet ID invalid': ",
    "  'The max length of reason is 20 chars': ['hold_reason_too_long'],\n  'Wallet ID invalid': ",
  );
  repository.write(
    'test/contract/expected/holdWithdrawals.json',
    JSON.stringify({ requests: { audit: { reason: 'audit' } }, answers: { held: { held_until: 1795169676 } } }),
  );
  repository.edit(
    'test/contract/calls.ts',
    '  createDepositAddresses: {\n',
    `  holdWithdrawals: {
    call: (client, headers) => client.POST('${PATH}', { headers, params: { path }, body: { reason: 'audit' } }),
    error: {
      status: 400,
      reason: 'hold_reason_too_long',
      body: { error_code: 990, error: 'The max length of reason is 20 chars' },
    },
  },\n  createDepositAddresses: {\n`,
  );

  // Step 5: a handler in the sandbox, and programs for its state and its refusal
  repository.write(
    'packages/sandbox/src/operations/holdWithdrawals.ts',
    `/** Holds the withdrawals of a wallet for an hour. */
import type { Handler } from './handler.ts';

export const holdWithdrawals: Handler<'holdWithdrawals'> = ({ context }) => ({
  held_until: Math.floor(context.clock.now() / 1000) + 3600,
});
`,
  );
  repository.edit(
    'packages/sandbox/src/operations/index.ts',
    'import { listCallbacks }',
    "import { holdWithdrawals } from './holdWithdrawals.ts';\nimport { listCallbacks }",
  );
  repository.edit(
    'packages/sandbox/src/operations/index.ts',
    '  listCallbacks,',
    '  holdWithdrawals,\n  listCallbacks,',
  );
  repository.edit(
    'test/sandbox/operations.test.ts',
    '  async createDepositAddresses() {',
    `  async holdWithdrawals() {
    const { wallet } = await lab.createWallet(ETH);
    expect((await wallet.holdWithdrawals({ reason: 'audit' })).held_until).toBeGreaterThan(3600);
  },

  async createDepositAddresses() {`,
  );
  repository.edit(
    'test/sandbox/fidelity/others.ts',
    '  not_found: {',
    `  hold_reason_too_long: {
    expected: [400, { error_code: 990, error: 'The max length of reason is 20 chars' }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.holdWithdrawals({ reason: 'x'.repeat(21) });
    },
  },
  not_found: {`,
  );

  repository.edit(
    'test/sandbox/fidelity/every-operation.test.ts',
    '  createDepositAddresses: { count: 1 },',
    "  holdWithdrawals: { reason: 'audit' },\n  createDepositAddresses: { count: 1 },",
  );

  // Step 6: what is proved of it by now
  repository.edit(
    'openapi/confidence.yaml',
    '  createDepositAddresses: [',
    '  holdWithdrawals: [described, exercised, provoked, mutated: Nobody has run it since.]\n  createDepositAddresses: [',
  );

  // Step 7: build, and the tests that hold operations and rows against the facts
  const build = await repository.run('scripts/build.ts');
  const types = await repository.command('tsc');
  const files = [
    'interface',
    'contract/operations',
    'contract/expected',
    'mock/plain-prism',
    'sandbox/operations',
    'sandbox/fidelity',
    'docs/confidence',
  ];
  const tests = await repository.command('vitest', 'run', '--config', 'test/vitest.config.ts', ...files);
  return { build, types, tests };
}
