/** A call of a wallet, signed by the service itself: what to paste into a shell to see a request that is right. */
import { callersOf } from '../document/document.ts';
import type { OperationId } from '../document/names.ts';
import { memoRuleOf } from '../rules/memo.ts';
import type { Checksum } from '../service/checksum.ts';
import { presentT } from '../service/present.ts';
import { codeOf } from '../state/api-codes.ts';
import { decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Operation } from '@wallet-operations/validator';
import type { Context } from '../context.ts';
import { endOfCode } from './usable-code.ts';

/** A signed request. */
export interface SignedCall {
  readonly operationId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where there is none. */
  readonly body: string;
  /** The text of which the checksum is made, its secret masked; undefined for a scheme that does not tell. */
  readonly signed: string | undefined;
  /** A line for a shell. It works once, and as long as its t is within the window. */
  readonly curl: string;
  /** Unix milliseconds until which it may be sent; null where any t will do. */
  readonly goodUntil: number | null;
}

/** Signs calls. */
export interface SignedCalls {
  /** The operations that can be signed for a wallet now, in the document's order. */
  readonly callsOf: (wallet: Wallet) => readonly OperationId[];
  /**
   * A call, good for the present t.
   *
   * @param base - address of the service, such as `http://127.0.0.1:4020`
   * @throws Error for an operation that this wallet may not be asked for, or that needs an order where there is none, and where its API code has expired
   */
  readonly sign: (wallet: Wallet, operationId: string, base: string) => SignedCall;
}

/** What a parameter of a path is: that of this wallet, or of its latest order. */
const PATHS: Readonly<Record<string, (context: Context, wallet: Wallet) => string | undefined>> = {
  WALLET_ID: (_, { walletId }) => String(walletId),
  ORDER_ID: ({ store }, { walletId }) =>
    // the plus has SQLite begin with the latest order, and not sort all of the wallet
    store.get<{ order_id: string }>(
      'SELECT order_id FROM orders WHERE +wallet_id = ? ORDER BY id DESC LIMIT 1',
      walletId,
    )?.order_id,
};

/** Bodies; `once` is another number each time, for what may be used only once. An operation that takes a body and is not here is not offered. */
const BODIES: Partial<Record<OperationId, (context: Context, wallet: Wallet, once: number) => unknown>> = {
  withdrawAssets: (context, wallet, once) => ({
    requests: [
      {
        order_id: `${wallet.prefix}${String(once)}`,
        address: context.ids.address(wallet.currency, 'outside', once),
        amount: decimalsOf(wallet) === 0 ? '1' : '0.5',
        ...(wallet.token && wallet.token.standard !== 'erc20' && { token_id: tokenOf(context, wallet) }),
        ...(wallet.kind === 'delegated' && senderOf(context, wallet)),
      },
    ],
  }),
  createDepositAddresses: (_, wallet, once) => ({
    count: 1,
    ...(memoRuleOf(wallet) && { memos: [String(once % 1e9)] }), // some memos are numbers of 32 bits
  }),
};

/** Wallets that lack what an operation needs of them. */
const LACKS: Partial<Record<OperationId, (context: Context, wallet: Wallet) => boolean>> = {
  createDepositAddresses: (_, { parentId }) => parentId !== undefined,
  withdrawAssets: (context, wallet) => wallet.kind === 'delegated' && !senderOf(context, wallet),
};

const tokenOf = ({ store }: Context, { walletId }: Wallet): string =>
  store.get<{ token_id: string }>("SELECT token_id FROM tokens WHERE wallet_id = ? AND amount <> '0'", walletId)
    ?.token_id ?? '1';

/** An address of a delegated wallet, which pays for what it sends. */
const senderOf = ({ store }: Context, { walletId }: Wallet): object | undefined =>
  store.get(
    'SELECT address AS from_address, CAST(address_index AS REAL) AS from_address_index FROM addresses WHERE wallet_id = ?',
    walletId,
  );

/** Makes them. `product` is the path segment that stands for svc. */
export function createSignedCalls(
  context: Context,
  operations: readonly Operation[],
  checksum: Checksum,
  product: string,
): SignedCalls {
  const pathOf = ({ path }: Operation, wallet: Wallet): string | undefined => {
    const values = new Map(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, PATHS[name]?.(context, wallet)] as const),
    );
    if ([...values.values()].includes(undefined)) return undefined;
    const ofProduct = path.replace('/svc/', `/${product}/`);
    return ofProduct.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  };
  const needsMore = ({ parameters }: Operation): boolean =>
    parameters.some(({ in: place, required, name }) => place === 'query' && required === true && name !== 't');
  const mayBeAsked = (operation: Operation, { kind }: Wallet): boolean =>
    (callersOf(operation).kinds ?? context.decisions.kinds[operation.operationId as OperationId] ?? [kind]).includes(
      kind,
    );
  const isOffered = (operation: Operation, wallet: Wallet): boolean =>
    operation.path.includes('{WALLET_ID}') &&
    mayBeAsked(operation, wallet) &&
    !needsMore(operation) &&
    (operation.bodySchema === undefined || operation.operationId in BODIES) &&
    LACKS[operation.operationId as OperationId]?.(context, wallet) !== true &&
    pathOf(operation, wallet) !== undefined;

  /** Each has a t of its own, and so a checksum that was not seen before, even while time stands still. */
  let latest = 0;
  const freshT = (): number => {
    const { perSecond } = context.decisions;
    const { timeWindow: window } = context.limits;
    const present = presentT(context);
    latest = latest < present || latest + 1 > present + window * perSecond ? present : latest + 1;
    return latest;
  };

  return {
    callsOf: (wallet) =>
      operations.flatMap((operation) => (isOffered(operation, wallet) ? [operation.operationId as OperationId] : [])),
    sign(wallet, operationId, base) {
      const operation = operations.find((each) => each.operationId === operationId);
      const path = operation && isOffered(operation, wallet) ? pathOf(operation, wallet) : undefined;
      const code = codeOf(context, wallet.walletId, 'active');
      const ended = endOfCode(context, wallet.walletId);
      if (!operation || path === undefined)
        throw new Error(`There is no call ${operationId} to sign for wallet ${String(wallet.walletId)}.`);
      if (!code || ended !== undefined) throw new Error(ended);
      const { perSecond, nonce } = context.decisions;
      const { timeWindow: window } = context.limits;
      const t = freshT();
      const makeBody = BODIES[operation.operationId as OperationId];
      const body = makeBody && JSON.stringify(makeBody(context, wallet, t));
      const query = [...(nonce === undefined ? [] : [`${nonce}=${String(t)}`]), `t=${String(t)}`].sort().join('&');
      const input = { method: operation.method, path, query, body: body ?? '' };
      const headers = {
        'X-API-CODE': code.api_code,
        'X-CHECKSUM': checksum({ ...input, secret: code.secret }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      };
      const url = `${base}${path}?${query}`;
      return {
        operationId,
        method: operation.method,
        url,
        headers,
        body: body ?? '',
        signed: checksum.textOf?.({ ...input, secret: '***' }),
        curl: curlOf(operation.method, url, headers, body),
        goodUntil: window === Infinity ? null : (t / perSecond + window) * 1000,
      };
    },
  };
}

function curlOf(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string {
  return [
    `curl -sS -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** For a POSIX shell: nothing within it means anything but itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
