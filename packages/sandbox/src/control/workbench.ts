/** What the workbench shows of the sandbox: how it stands, its wallets, orders and blocks, and signed calls to copy. */
import type { Node, Operation } from '@wallet-operations/validator';
import type { Checksum } from '../service/checksum.ts';
import type { Fault, Faults } from '../service/faults.ts';
import { STAGE } from '../state/stages.ts';
import { tipOf } from '../state/tip.ts';
import type { Context } from '../context.ts';
import { commands } from './commands.ts';
import { blockDetail, listBlocks, type BlockDetail, type BlocksView } from './blocks-view.ts';
import { listOrders, orderDetail, type OrderDetail, type OrderLine } from './orders-view.ts';
import type { Asked, Paged } from './paged.ts';
import { SCENARIOS } from './scenarios.ts';
import { createSignedCalls, type SignedCall } from './signed-call.ts';
import { listWallets, walletDetail, type WalletDetail, type WalletLine } from './wallets-view.ts';

/** How the sandbox stands. */
export interface Summary {
  /** Milliseconds on its clock. */
  readonly now: number;
  readonly isRunning: boolean;
  readonly height: number;
  /** Orders that wait for funds, and callbacks that are to be sent: each counted up to 1000. */
  readonly waitingOrders: number;
  readonly dueCallbacks: number;
  /** Faults that will hit requests. */
  readonly faults: readonly (Fault & { readonly left: number })[];
  /** Commands of control, and names that they take: what forms offer. */
  readonly commands: readonly string[];
  readonly faultKinds: readonly string[];
  readonly callbackFaultKinds: readonly string[];
  readonly operations: readonly string[];
  readonly scenarios: readonly { readonly name: string; readonly what: string }[];
}

/** What it shows. */
export interface Workbench {
  readonly summary: () => Summary;
  readonly orders: (asked: Asked) => Paged<OrderLine>;
  /** An order by the service's own ID of it. */
  readonly order: (id: bigint) => OrderDetail | undefined;
  /** An order by its wallet and the caller's ID of it. */
  readonly orderOf: (walletId: bigint, orderId: string) => OrderDetail | undefined;
  readonly blocks: (asked: Asked) => BlocksView;
  readonly block: (height: bigint) => BlockDetail | undefined;
  readonly wallets: (asked: Asked) => Paged<WalletLine>;
  readonly wallet: (id: bigint) => WalletDetail | undefined;
  /** A signed call of a wallet. @throws Error for a wallet or an operation that there is not. */
  readonly sign: (walletId: bigint, operationId: string, base: string) => SignedCall;
}

/** What it is made of, besides the state. */
export interface WorkbenchParts {
  readonly operations: readonly Operation[];
  readonly checksum: Checksum;
  /** Path segment that stands for svc. */
  readonly product: string;
  readonly faults: Faults;
}

/** Counting ends here: a page shows no more digits, and a million of them would take a while. */
const MOST_COUNTED = 1000;

/** The names that a command takes as one of its inputs; none where there is no such command. */
function namesIn(command: string, input: string): readonly string[] {
  const schema: Node | undefined = (commands as Readonly<Record<string, Node | undefined>>)[command];
  const properties = schema?.properties as Readonly<Record<string, Node | undefined>> | undefined;
  return (properties?.[input]?.enum as readonly string[] | undefined) ?? [];
}

/** Makes it. */
export function createWorkbench(context: Context, parts: WorkbenchParts): Workbench {
  const { operations, checksum, product, faults } = parts;
  const { store, clock, wallets } = context;
  const calls = createSignedCalls(context, operations, checksum, product);
  const count = (from: string): number =>
    Number(
      store.get<{ n: bigint }>(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?)`, MOST_COUNTED)?.n ?? 0n,
    );
  return {
    summary() {
      const now = clock.now();
      return {
        now,
        isRunning: clock.isRunning(),
        height: tipOf(store, now).height,
        waitingOrders: count(`orders WHERE state = ${String(STAGE.processing)}`),
        dueCallbacks: count('callbacks WHERE next_at IS NOT NULL'),
        faults: faults.waiting(),
        commands: Object.keys(commands),
        faultKinds: namesIn('injectFault', 'kind'),
        callbackFaultKinds: namesIn('disturbCallbacks', 'kind'),
        operations: namesIn('injectFault', 'operationId'),
        scenarios: Object.entries(SCENARIOS).map(([name, { what }]) => ({ name, what })),
      };
    },
    orders: (asked) => listOrders(context, asked),
    order: (id) => orderDetail(context, id),
    orderOf(walletId, orderId) {
      const sql = 'SELECT id FROM orders WHERE wallet_id = ? AND order_id = ?';
      const row = store.get<{ id: bigint }>(sql, walletId, orderId);
      return row && orderDetail(context, row.id);
    },
    blocks: (asked) => listBlocks(context, asked),
    block: (height) => blockDetail(context, height),
    wallets: (asked) => listWallets(context, asked),
    wallet: (id) => walletDetail(context, id, calls.callsOf),
    sign: (walletId, operationId, base) => calls.sign(wallets.get(walletId), operationId, base),
  };
}
