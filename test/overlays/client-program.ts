// A user's program over the artifacts of a build with answers: the client as it is, and what it reads taken from that build.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the program is told. Numbers are those of JSON. */
export interface Task {
  /** Folder of the build. */
  readonly folder: string;
  readonly url: string;
  /** Milliseconds on the clock of the service. */
  readonly now: number;
  readonly walletId: number;
  readonly access: { readonly apiCode: string; readonly secret: string };
  readonly readOnly: { readonly apiCode: string; readonly secret: string };
  readonly orderId: string;
  readonly address: string;
  /** Callbacks as they were delivered. */
  readonly deliveries: readonly { readonly body: string; readonly headers: Readonly<Record<string, string>> }[];
}

/** What it finds out. Everything is in words: they are the same, whatever the numbers are. */
export interface Report {
  readonly outcome: string | undefined;
  readonly state: string | undefined;
  readonly kinds: readonly (string | undefined)[];
  readonly callbacks: readonly {
    readonly isGenuine: boolean;
    readonly tells: string | undefined;
    readonly isSafe: boolean;
  }[];
}

const PACKAGE = '@wallet-operations/openapi/';

const task = JSON.parse(readFileSync(0, 'utf8')) as Task;
const { exports } = JSON.parse(readFileSync(join(task.folder, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { default: string }>;
};
registerHooks({
  resolve(specifier, context, next) {
    const entry = specifier.startsWith(PACKAGE) ? exports[`./${specifier.slice(PACKAGE.length)}`] : undefined;
    if (entry === undefined) return next(specifier, context);
    const url = pathToFileURL(join(task.folder, typeof entry === 'string' ? entry : entry.default)).href;
    return { url, format: specifier.endsWith('.json') ? 'json' : 'module', shortCircuit: true };
  },
});

const client = await import('@wallet-operations/client');
const callbacks = await import('@wallet-operations/client/callbacks');

const service = client.createWalletClient({
  baseUrl: task.url,
  credentials: task.access,
  readOnlyCredentials: task.readOnly,
  clock: { ...client.systemClock, now: () => task.now },
});
const wallet = service.wallet(BigInt(task.walletId));
const nameOf = (names: Readonly<Record<string, number>>, number: number | undefined): string | undefined =>
  Object.keys(names).find((name) => names[name] === number);

const [settlement] = await client.submitWithdrawals(wallet, [
  { order_id: task.orderId, address: task.address, amount: '1.5' },
]);
const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: task.orderId });
const balances: { type: number }[] = [];
for await (const record of client.records(service, 'listWalletBalances', {})) balances.push(record);
const verify = callbacks.sha256Verifier(task.access.secret);

const report: Report = {
  outcome: settlement?.outcome,
  state: nameOf(client.WithdrawalTransactionState, transactions[0]?.state),
  kinds: balances.map(({ type }) => nameOf(client.WalletType, type)),
  callbacks: await Promise.all(
    task.deliveries.map(async ({ body, headers }) => {
      const callback = JSON.parse(body) as Parameters<typeof callbacks.isSafeToCredit>[0];
      return {
        isGenuine: await verify({ body: new TextEncoder().encode(body), headers: new Headers(headers) }),
        tells: nameOf(callbacks.CallbackType, callback.type),
        isSafe: callbacks.isSafeToCredit(callback),
      };
    }),
  ),
};
process.stdout.write(JSON.stringify(report));
