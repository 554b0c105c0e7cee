/** The workbench over HTTP: `GET /_sandbox/orders`, `/orders/<id>`, and the like, as JSON. */
import type { Asked } from '../control/paged.ts';
import type { Workbench } from '../control/workbench.ts';
import type { Answer } from '../service/service.ts';
import { refused, shows } from './control-answer.ts';
import { isWalletId, unknownIn } from './query.ts';

/** A view: a list or a whole where no ID is given, one item where there is. */
interface View {
  /** Parameters of the list, and of an item. */
  readonly asks?: { readonly list?: readonly string[]; readonly item?: readonly string[] };
  readonly list?: (workbench: Workbench, asked: Asked, base: string) => unknown;
  /** One of several that a wallet has, by a name that a caller gave it. */
  readonly named?: (workbench: Workbench, walletId: bigint, name: string) => unknown;
  /** Gives undefined for what there is not. */
  readonly item?: (workbench: Workbench, id: bigint, query: URLSearchParams, base: string) => unknown;
}

/** Of a list that is searched, page by page. */
const PAGED = ['q', 'before', 'limit'];

const VIEWS: Readonly<Record<string, View>> = {
  summary: { list: (workbench) => workbench.summary() },
  orders: {
    asks: { list: ['wallet', ...PAGED] },
    list: (workbench, asked) => workbench.orders(asked),
    item: (workbench, id) => workbench.order(id),
    named: (workbench, walletId, name) => workbench.orderOf(walletId, name),
  },
  blocks: {
    asks: { list: PAGED },
    list: (workbench, asked) => workbench.blocks(asked),
    item: (workbench, height) => workbench.block(height),
  },
  wallets: {
    asks: { list: PAGED },
    list: (workbench, asked) => workbench.wallets(asked),
    item: (workbench, id) => workbench.wallet(id),
  },
  sign: {
    asks: { item: ['operation'] },
    item: (workbench, id, query, base) => workbench.sign(id, query.get('operation') ?? '', base),
  },
};

/** Items of a list unless it is said, and at most. */
const USUAL = 50;
const MOST = 500;

/** Answers a GET of a view; undefined where `name` is none. `base` is the address under which the sandbox was asked. */
export function answerWorkbench(
  workbench: Workbench,
  name: string,
  query: URLSearchParams,
  base: string,
): Answer | undefined {
  const [, view = '', id, named] = /^(\w+)(?:\/(\d{1,18})(?:\/(.+))?)?$/.exec(name) ?? [];
  const found = Object.hasOwn(VIEWS, view) ? VIEWS[view] : undefined;
  if (!found?.[id === undefined ? 'list' : named === undefined ? 'item' : 'named']) return undefined;
  const unknown = unknownIn(query, found.asks?.[id === undefined ? 'list' : 'item'] ?? []);
  if (unknown !== undefined) return refused(400, unknown);
  try {
    const shown =
      id === undefined
        ? found.list?.(workbench, askedIn(query), base)
        : named === undefined
          ? found.item?.(workbench, BigInt(id), query, base)
          : found.named?.(workbench, BigInt(id), decoded(named));
    if (shown === undefined) return refused(404, `There is no ${decoded(named ?? String(id))} among the ${view}`);
    return shows(name, shown);
  } catch (error) {
    return refused(400, (error as Error).message);
  }
}

/** A name as it was meant; one that was typed by hand may be no encoded text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @throws RangeError for what is no number, and no wallet ID */
function askedIn(query: URLSearchParams): Asked {
  const before = numberIn(query, 'before');
  const wallet = query.get('wallet');
  if (wallet !== null && !isWalletId(wallet))
    throw new RangeError(`The parameter wallet is a wallet ID, not ${wallet.slice(0, 40)}.`);
  return {
    walletId: wallet === null ? undefined : BigInt(wallet),
    search: (query.get('q') ?? '').trim().slice(0, 200),
    before,
    limit: Math.min(MOST, Math.max(1, Number(numberIn(query, 'limit') ?? USUAL))),
  };
}

function numberIn(query: URLSearchParams, name: string): bigint | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,18}$/.test(text)) throw new RangeError(`${name} is ${text.slice(0, 40)}. Give a whole number.`);
  return BigInt(text);
}
