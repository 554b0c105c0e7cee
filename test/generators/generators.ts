/** The generators that others use, each as its users start it, with what they write with it. */
export interface Generator {
  readonly name: string;
  /** The command that its package brings. */
  readonly command: string;
  readonly args: (document: string) => readonly string[];
  /** A file that it wants, and its text. */
  readonly config?: readonly [file: string, text: (document: string) => string];
  /** The file with the operations. */
  readonly writes: string;
  /** What a user writes with it: a right call, and two that must not compile. */
  readonly use: string;
}

const order = `{ order_id: 'shop1_1', address: '0x25', amount: '1.5' }`;

export const generators: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts, with zod',
    command: 'openapi-ts',
    args: (document) => [
      ...['-i', document, '-o', 'written', '--no-log-file'],
      ...['-p', '@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
    ],
    writes: 'written/sdk.gen.ts',
    use: `
      import { listWhitelistEntries, withdrawAssets, type WithdrawalBatch } from './written/index';
      import { zWithdrawalBatch } from './written/zod.gen';
      const path = { WALLET_ID: 635743 };
      const body: WithdrawalBatch = { requests: [${order}] };
      export const amount: string | undefined = zWithdrawalBatch.parse(body).requests[0]?.amount;
      const { data } = await withdrawAssets({ path, body });
      export const results: Record<string, unknown> | undefined = data?.results;
      // @ts-expect-error an amount is text
      await withdrawAssets({ path, body: { requests: [{ ...${order}, amount: 1.5 }] } });
      // @ts-expect-error no such state
      await listWhitelistEntries({ path, query: { state: 3 } });`,
  },
  {
    name: 'swagger-typescript-api',
    command: 'swagger-typescript-api',
    args: (document) => ['generate', '--path', document, '--output', 'written', '--name', 'api.ts'],
    writes: 'written/api.ts',
    use: `
      import { Api, WhitelistEntryState, type WithdrawalBatch } from './written/api';
      const { v1 } = new Api();
      const batch: WithdrawalBatch = { requests: [${order}] };
      const { data } = await v1.withdrawAssets(635743, batch);
      export const results: Record<string, number> = data.results;
      const { data: found } = await v1.listWhitelistEntries(635743, { state: 1 });
      export const isActive: boolean | undefined = found.items[0]?.state === WhitelistEntryState.Active;
      const { data: wallets } = await v1.listWallets();
      export const kinds: number[] = wallets.wallets.map(({ type }) => type); // assumed: any number
      // @ts-expect-error an amount is text
      await v1.withdrawAssets(635743, { requests: [{ ...${order}, amount: 1.5 }] });
      // @ts-expect-error no such state
      await v1.listWhitelistEntries(635743, { state: 3 });`,
  },
  {
    name: 'openapi-typescript-codegen',
    command: 'openapi',
    args: (document) => ['--input', document, '--output', 'written'],
    writes: 'written/services',
    use: `
      import { WhitelistService, WithdrawalsService, type WithdrawalBatch } from './written/index';
      const batch: WithdrawalBatch = { requests: [${order}] };
      const { results } = await WithdrawalsService.withdrawAssets(635743, batch);
      export const told: Record<string, number> = results;
      // @ts-expect-error an amount is text
      await WithdrawalsService.withdrawAssets(635743, { requests: [{ ...${order}, amount: 1.5 }] });
      // @ts-expect-error no such state
      await WhitelistService.listWhitelistEntries(635743, 0, 1, 0, 10, 3);`,
  },
  {
    name: 'orval',
    command: 'orval',
    args: () => ['--config', 'orval.config.mjs'],
    config: [
      'orval.config.mjs',
      (document) => `
        const input = ${JSON.stringify(document)};
        export default { wallet: { input, output: { target: 'written/api.ts', client: 'fetch' } } };`,
    ],
    writes: 'written/api.ts',
    use: `
      import { listWhitelistEntries, withdrawAssets, type WithdrawalBatch } from './written/api';
      const batch: WithdrawalBatch = { requests: [${order}] };
      const answer = await withdrawAssets(635743, batch);
      export const results: Record<string, number> | undefined = answer.status === 200 ? answer.data.results : undefined;
      // @ts-expect-error an amount is text
      await withdrawAssets(635743, { requests: [{ ...${order}, amount: 1.5 }] });
      // @ts-expect-error no such state
      await listWhitelistEntries(635743, { state: 3 });`,
  },
  {
    name: 'kubb',
    command: 'kubb',
    args: () => ['generate', '--config', 'kubb.config.mjs'],
    config: [
      'kubb.config.mjs',
      (document) => `
        import { defineConfig } from '@kubb/core';
        import { pluginClient } from '@kubb/plugin-client';
        import { pluginOas } from '@kubb/plugin-oas';
        import { pluginTs } from '@kubb/plugin-ts';
        export default defineConfig({
          input: { path: ${JSON.stringify(document)} },
          output: { path: 'written', format: false, lint: false },
          plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch' })],
        });`,
    ],
    writes: 'written/clients',
    use: `
      import { listWhitelistEntries, withdrawAssets, type WithdrawalBatch } from './written/index';
      const batch: WithdrawalBatch = { requests: [${order}] };
      const { results } = await withdrawAssets(635743, batch);
      export const told: Record<string, number> = results;
      // @ts-expect-error an amount is text
      await withdrawAssets(635743, { requests: [{ ...${order}, amount: 1.5 }] });
      // @ts-expect-error no such state
      await listWhitelistEntries(635743, { state: 3 });`,
  },
];
