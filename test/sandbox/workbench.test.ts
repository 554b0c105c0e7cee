/** What the workbench shows, as anyone gets it over HTTP: orders with their timelines, blocks, wallets, and calls that are signed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ADDRESS, createLab, ETH, ORDER, START, USDT, type Lab } from './lab.ts';
import { startReceiver } from './receiver.ts';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
async function lab(options?: Parameters<typeof createLab>[0]): Promise<Lab> {
  const made = await createLab(options);
  open.push(made);
  return made;
}

interface Line {
  readonly id: string;
  readonly orderId: string;
  readonly walletId: string;
}
interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}
interface Event {
  readonly at: number | null;
  readonly what: string;
  readonly text: string;
  readonly block?: string;
}
interface Signed {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signed: string;
  readonly curl: string;
}

async function get<T>({ sandbox }: Lab, path: string): Promise<T> {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

const refusal = async ({ sandbox }: Lab, path: string): Promise<readonly [number, string]> => {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`);
  return [response.status, ((await response.json()) as { error: string }).error];
};

describe('orders', () => {
  it('come in pages, each once, the latest first, and are found by what people know of them', async () => {
    const l = await lab();
    const { wallet, walletId } = await l.createWallet(ETH);
    const ids = Array.from({ length: 23 }, (_, i) => `shop1_${String(i).padStart(2, '0')}`);
    await wallet.withdrawAssets({ requests: ids.map((order_id) => ({ ...ORDER, order_id, amount: '0.1' })) });
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const page: Page<Line> = await get(l, `orders?limit=10${next ? `&before=${next}` : ''}`);
      seen.push(...page.items.map(({ orderId }) => orderId));
      ({ next } = page);
    } while (next !== null);
    expect(seen).toEqual(ids.toReversed());
    await l.control.mine();
    const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_07' });
    const found = async (text: string): Promise<string[]> =>
      (await get<Page<Line>>(l, `orders?q=${encodeURIComponent(text)}`)).items.map(({ orderId }) => orderId);
    expect(await found('SHOP1_07')).toEqual(['shop1_07']);
    expect(await found(transactions[0]?.txid ?? '')).toEqual(['shop1_07']);
    expect(await found(ADDRESS.toLowerCase())).toHaveLength(23);
    expect(await found(String(walletId))).toHaveLength(23);
    expect(await found("' OR 1=1 --")).toEqual([]);
    expect(await refusal(l, 'orders?before=x')).toEqual([400, 'before is x. Give a whole number.']);
    const named = await get<Line>(l, `orders/${String(walletId)}/shop1_07`);
    expect(named).toEqual(await get(l, `orders/${named.id}`));
    expect(await refusal(l, `orders/${String(walletId)}/a%2Fb`)).toEqual([404, 'There is no a/b among the orders']);
    expect(await refusal(l, `orders/${String(walletId)}/%`)).toEqual([404, 'There is no % among the orders']);
    expect(await refusal(l, 'orders/1')).toEqual([404, 'There is no 1 among the orders']);
  });

  it('are those of one wallet on request, with a search in it and page by page', async () => {
    const l = await lab();
    const wallets = [await l.createWallet(ETH), await l.createWallet({ ...ETH, prefix: 'shop2_' })];
    for (const name of ['a', 'b', 'c'])
      for (const { wallet, prefix } of wallets)
        await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `${prefix}${name}` }] });
    const of = `orders?wallet=${String(wallets[1]?.walletId)}`;
    const ids = ({ items }: Page<Line>): string[] => items.map(({ orderId }) => orderId);
    const first = await get<Page<Line>>(l, `${of}&limit=2`);
    expect(ids(first)).toEqual(['shop2_c', 'shop2_b']);
    expect(ids(await get(l, `${of}&before=${String(first.next)}`))).toEqual(['shop2_a']);
    expect(ids(await get(l, `${of}&q=_b`))).toEqual(['shop2_b']);
    expect(ids(await get(l, 'orders?wallet=1'))).toEqual([]);
    expect(await refusal(l, 'orders?wallet=x')).toEqual([400, 'The parameter wallet is a wallet ID, not x.']);
    expect((await refusal(l, 'orders?wallet=9223372036854775808'))[0]).toBe(400);
  });

  it('have a timeline that begins with the request, in whichever moment of a second all of it happened', async () => {
    const l = await lab({ startAt: START + 640 });
    const { wallet } = await l.createWallet({ ...ETH, callbackUrl: 'inbox' });
    const { results } = await wallet.withdrawAssets({ requests: [ORDER] });
    await l.control.mine();
    const { timeline } = await get<{ timeline: Event[] }>(l, `orders/${String(results[ORDER.order_id])}`);
    expect(timeline.map(({ what }) => what)).toEqual(['requested', 'broadcast', 'in block', 'callback', 'attempt']);
  });

  it('have a timeline: requested, broadcast, in a block, each attempt of the callback, confirmed', async () => {
    const l = await lab();
    const receiver = await startReceiver(
      () => Promise.resolve(new Response()),
      (_, earlier) => (earlier === 0 ? 503 : undefined),
    );
    open.push(receiver);
    const { wallet } = await l.createWallet({ ...ETH, callbackUrl: receiver.url });
    const { results } = await wallet.withdrawAssets({ requests: [ORDER] });
    const timeline = async (): Promise<Event[]> =>
      (await get<{ timeline: Event[] }>(l, `orders/${String(results[ORDER.order_id])}`)).timeline;
    const short = async (): Promise<unknown[]> =>
      (await timeline()).map(({ at, what }) => [what, at && (at - START) / 1000]);
    expect(await short()).toEqual([
      ['requested', 0],
      ['broadcast', 0],
    ]);
    await l.control.advance({ seconds: 12 });
    expect(await short()).toEqual([
      ['requested', 0],
      ['broadcast', 0],
      ['in block', 12],
      ['callback', 12],
      ['attempt', 12],
      ['next attempt', 72],
    ]);
    await l.control.advance({ minutes: 5 });
    const all = await timeline();
    expect(all.map(({ what }) => what).sort()).toEqual(
      ['requested', 'broadcast', 'in block', 'confirmed', 'callback', 'attempt', 'attempt'].sort(),
    );
    expect(all.filter(({ what }) => what === 'attempt').map(({ text }) => text)).toEqual(['1: 503', '2: 200']);
    expect(receiver.deliveries.map(({ status }) => status)).toEqual([503, 200]);
  });

  it('tell when one waits, fails, is replaced, or loses its block', async () => {
    const l = await lab();
    const parent = await l.createWallet(ETH);
    const mapped = { ...ETH, prefix: 'shop2_', parentId: parent.walletId, token: USDT, balance: '10' };
    const { wallet, walletId } = await l.createWallet(mapped);
    const whats = async (orderId: string): Promise<string[]> => {
      const { items } = await get<Page<Line>>(l, `orders?q=${orderId}`);
      const { timeline } = await get<{ timeline: Event[] }>(l, `orders/${items[0]?.id ?? ''}`);
      return timeline.map(({ what }) => what);
    };
    for (const [order_id, amount] of [
      ['shop2_waits', '11'],
      ['shop2_fails', '1'],
      ['shop2_stuck', '1'],
    ] as const)
      await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id, amount }] });
    await l.control.failOrder({ walletId, orderId: 'shop2_fails' });
    await l.control.resendOrder({ walletId, orderId: 'shop2_stuck' });
    expect(await whats('shop2_waits')).toEqual(['requested', 'waiting']);
    const failed = await whats('shop2_fails');
    expect([...failed.slice(0, 2), failed.at(-1)]).toEqual(['requested', 'broadcast', 'failed']);
    expect(await whats('shop2_stuck')).toEqual(['requested', 'broadcast', 'replaced', 'broadcast']);
    await l.control.mine();
    await l.control.reorganise({ blocks: 1 });
    expect(await whats('shop2_stuck')).toContain('taken back');
    expect(await whats('shop2_stuck')).not.toContain('in block');
  });
});

describe('blocks', () => {
  it('tell what they hold and what waits for the next', async () => {
    const l = await lab();
    const { wallet, walletId, address } = await l.createWallet(ETH);
    interface Block {
      readonly height: string;
      readonly confirmations: number;
      readonly count: number;
      readonly contents: { kind: string; orderId: string; amount: string }[];
    }
    interface Blocks extends Page<Block> {
      readonly waiting: Pick<Block, 'contents'>;
    }
    await wallet.withdrawAssets({ requests: [ORDER] });
    await l.control.deposit({ walletId, amount: '2', address });
    const before = await get<Blocks>(l, 'blocks');
    expect(before.waiting.contents.map(({ kind }) => kind).sort()).toEqual(['deposit', 'withdrawal']);
    await l.control.mine();
    await l.control.mine({ blocks: 3 });
    const { items, waiting } = await get<Blocks>(l, 'blocks');
    expect(waiting.contents).toEqual([]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ confirmations: 4, count: 2 });
    const height = items[0]?.height ?? '';
    const { contents } = await get<Block>(l, `blocks/${height}`);
    expect(contents.map(({ kind, orderId, amount }) => `${kind} ${orderId} ${amount}`)).toEqual([
      'withdrawal shop1_1 1.5',
      'deposit  2',
    ]);
    expect((await get<Blocks>(l, `blocks?q=${height}`)).items).toEqual(items);
    expect((await get<Blocks>(l, 'blocks?q=1')).items).toEqual([]);
    expect(await refusal(l, 'blocks/1')).toEqual([404, 'There is no 1 among the blocks']);
  });
});

describe('wallets', () => {
  it('show what is needed to call for them, and are found by kind', async () => {
    const l = await lab({ seeded: true });
    const { items } = await get<Page<Line>>(l, 'wallets?limit=4');
    const rest = await get<Page<Line>>(l, `wallets?before=${items.at(-1)?.walletId ?? ''}`);
    const known = await l.control.wallets();
    expect([...items, ...rest.items].map(({ walletId }) => walletId)).toEqual(
      known.map(({ walletId }) => String(walletId)),
    );
    expect((await get<Page<Line>>(l, 'wallets?q=vault')).items.map(({ walletId }) => walletId)).toEqual(['635780']);
    const { apiCode, secret } = known[0] ?? {};
    expect(await get(l, 'wallets/635743')).toMatchObject({ apiCode, secret, balance: '1000', permitted: true });
    expect(await refusal(l, 'wallets/1')).toEqual([404, 'There is no 1 among the wallets']);
  });
});

describe('signed calls', () => {
  const send = ({ url, method, headers, body }: Signed): Promise<Response> =>
    fetch(url, { method, headers, ...(body !== '' && { body }) });

  it('are taken by the service: every call of every wallet, as often as they are asked for', async () => {
    const l = await lab({ seeded: true });
    await l.control.createWallet({ kind: 'withdrawal', currency: 'LTC', prefix: "it's_", balance: '1' });
    const answers: unknown[] = [];
    for (const { walletId } of (await get<Page<Line>>(l, 'wallets')).items)
      for (let round = 0; round < 2; round++) {
        const { calls } = await get<{ calls: string[] }>(l, `wallets/${walletId}`);
        for (const operation of calls) {
          const call = await get<Signed>(l, `sign/${walletId}?operation=${operation}`);
          answers.push([walletId, operation, (await send(call)).status]);
        }
      }
    expect(answers.filter((each) => !String(each).endsWith(',200'))).toEqual([]);
    expect(new Set(answers.map((each) => String(each).split(',')[1]))).toEqual(
      new Set([
        ...['withdrawAssets', 'createDepositAddresses', 'listDepositAddresses', 'getWithdrawalState', 'listCallbacks'],
        ...['listWithdrawalStates', 'listWithdrawalHistory', 'listWhitelistEntries', 'getApiCodeStatus'],
        ...['getVaultBalance', 'listVaultHistory'],
      ]),
    );
  });

  it('go into a shell as they are, whatever a wallet is called', async () => {
    const l = await lab();
    const { walletId, secret } = await l.createWallet({ ...ETH, prefix: `it's "$HOME" \`x\`_` });
    const call = await get<Signed>(l, `sign/${String(walletId)}?operation=withdrawAssets`);
    const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${call.curl}`]);
    const headers = Object.entries(call.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    expect(stdout.split('\n')).toEqual(['-sS', '-X', 'POST', call.url, ...headers, '--data-raw', call.body, '']);
    expect(call.signed).toContain(call.body);
    expect(JSON.stringify(call)).not.toContain(secret);
  });

  it('are none once the API code has expired, until another is used', async () => {
    const l = await lab({ seeded: true });
    await l.control.advance({ hours: 90 * 24 });
    const path = 'sign/635743?operation=listWithdrawalHistory';
    expect(await refusal(l, path)).toEqual([
      400,
      'The API code of wallet 635743 expired on 2027-02-18. Call the service once with its next code: that activates it.',
    ]);
    const [access] = await l.control.wallets();
    await l
      .clientOf(access?.inactive ?? { apiCode: '', secret: '' })
      .wallet(635743n)
      .getApiCodeStatus();
    expect((await send(await get<Signed>(l, path))).status).toBe(200);
  });

  it('are none for what a wallet may not be asked', async () => {
    const l = await lab({ seeded: true });
    expect(await refusal(l, 'sign/635743?operation=getVaultBalance')).toEqual([
      400,
      'There is no call getVaultBalance to sign for wallet 635743.',
    ]);
    expect(await refusal(l, 'sign/1?operation=listCallbacks')).toEqual([400, 'There is no wallet 1.']);
  });
});

it('refuses a parameter that it does not have by its name, wherever one looks, and takes the token', async () => {
  const l = await lab({ seeded: true });
  const paged = (name: string): string => `There is no parameter ${name}. There are: q, before, limit.`;
  for (const [path, said] of [
    ['orders?state=3', 'There is no parameter state. There are: wallet, q, before, limit.'],
    ['orders?latest=5', 'There is no parameter latest. There are: wallet, q, before, limit.'],
    ['wallets?wallet=1', paged('wallet')],
    ['blocks?heigth=1', paged('heigth')],
    ['wallets/635743?q=1', 'There is no parameter q here.'],
    ['requests/1?x=1', 'There is no parameter x here.'],
    ['requests?limit=1', 'There is no parameter limit. There are: wallet, operation, status, reason, order, latest.'],
    ['inbox?q=1', 'There is no parameter q. There are: wallet, order, latest.'],
    ['summary?x', 'There is no parameter x here.'],
    ['state?latest=1', 'There is no parameter latest here.'],
    ['sign/635743?operationId=listCallbacks', 'There is no parameter operationId. There are: operation.'],
  ] as const)
    expect([path, await refusal(l, path)]).toEqual([path, [400, said]]);
  for (const path of ['orders', 'wallets/635743', 'summary', 'state', 'callbacks'])
    expect([path, (await fetch(`${l.sandbox.url}/_sandbox/${path}?token=x`)).status]).toEqual([path, 200]);
});

it('asks for the token that control asks for', async () => {
  const { sandbox } = await lab({ controlToken: 'let-me-in' });
  for (const path of ['orders', 'orders/1', 'wallets/1', 'blocks', 'sign/1', 'summary'])
    expect([path, (await fetch(`${sandbox.url}/_sandbox/${path}`)).status]).toEqual([path, 401]);
});

describe('the page', () => {
  it('is found without its slash, and is one file that nothing else may add to', async () => {
    const l = await lab({ controlToken: 'let-me-in' });
    const found = await fetch(`${l.sandbox.url}/_sandbox?token=let-me-in`);
    expect([found.status, found.url]).toEqual([200, `${l.sandbox.url}/_sandbox/?token=let-me-in`]);
    const policy = found.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await found.text()).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="(?!data:)|^import |^export /m);
  });
});
