/** Orders of scenarios: refused before anything is done where that can be known, looked at after each step, and told of as they are. */
import { hasTokenIds } from '../rules/token-ids.ts';
import { isEffective } from '../rules/whitelist.ts';
import { STAGE, stageName, type StageName } from '../state/stages.ts';
import { checkedToken } from './deposit.ts';
import { checkAddress, checkSpelling, depositAddressOf, latestAddress, walletOf, type Kit } from './scenario-kit.ts';
import { give, nameOf, olderOrder, priceOf } from './scenario-price.ts';
import { toldOf } from './told.ts';
import { checkCode } from './usable-code.ts';

/** Who an order is. */
export interface Order {
  readonly orderId: string;
}

const addressOf = ({ input, outside }: Kit): string => input.address ?? outside;

/** Where the service sees the calls of scenarios come from. */
const CALLER = '127.0.0.1';

/** @throws Error for an order that the service would refuse, or that would fail or wait, as far as that is known */
export function checkOrder(kit: Kit, isFromWeb = false): void {
  const { context, input, operationOf } = kit;
  const wallet = walletOf(kit);
  const { walletId, settings } = wallet;
  const name = `Wallet ${String(walletId)}`;
  const address = addressOf(kit);
  checkSpelling(kit, address);
  const delegated = wallet.kind === 'delegated' ? (latestAddress(kit)?.address ?? '') : '';
  const price = priceOf(kit, delegated);
  if (input.tokenId !== undefined) {
    if (!hasTokenIds(wallet)) throw new Error(`${name} has no token IDs: leave tokenId out.`);
    if (price.lackingTokens > 0n) checkedToken(context, wallet, input.tokenId, price.lackingTokens);
  }
  if (!isFromWeb) {
    checkCode(context, walletId, operationOf('withdrawAssets'));
    if (!settings.hasPolicy)
      throw new Error(`${name} has no policy, so its withdrawals are refused. Set its hasPolicy with setWallet.`);
    if (settings.acl.length > 0 && !settings.acl.includes(CALLER))
      throw new Error(`${name} has an acl without ${CALLER}, from which scenarios call. Add it with setWallet.`);
  }
  if (isOffWhitelist(kit)) throw new Error(`The order would fail: ${offWhitelist(address)}`);
  if (wallet.kind === 'delegated') checkAddress(kit);
  const older = olderOrder(kit, price);
  if (older)
    throw new Error(
      `Order ${older.orderId} of wallet ${String(older.walletId)} waits for funds and is older: what ${name.toLowerCase()} is given would go to it. Fund it for both first.`,
    );
}

const isOffWhitelist = (kit: Kit): boolean => {
  const wallet = walletOf(kit);
  const { clock } = kit.context;
  return wallet.settings.whitelistOnly && !isEffective(kit.context, wallet, addressOf(kit), '', clock.now());
};

const offWhitelist = (address: string): string =>
  `the wallet is whitelistOnly, and ${address} has no effective entry. Name an address that has one, add an entry and let its time come, or set whitelistOnly to false.`;

/** Has the service take an order, and pays for it. @throws Error where it comes to anything else */
export async function isTaken(kit: Kit, again = ''): Promise<Order> {
  const { wallet, amount, input, call, did, underWay } = kit;
  const from = wallet.kind === 'delegated' ? await depositAddressOf(kit) : undefined;
  const order = { orderId: `${wallet.prefix}${input.scenario}-${kit.number}${again}` };
  const address = addressOf(kit);
  const request = {
    ...{ order_id: order.orderId, address, amount },
    ...(from && { from_address: from.address, from_address_index: from.index }),
    ...(input.tokenId !== undefined && { token_id: input.tokenId }),
  };
  const name = nameOf(wallet.walletId, order.orderId);
  underWay.add(name);
  try {
    await call(wallet, 'POST', 'sender/transactions', { requests: [request] });
    did(`${amount} ${wallet.asset} to ${address} were taken as ${order.orderId}.`);
    await isCovered(kit, order, from?.address ?? '');
  } finally {
    underWay.delete(name);
  }
  return order;
}

/** The same, from the web UI. */
export async function isTakenFromWeb(kit: Kit): Promise<Order & { readonly address: string }> {
  const { wallet, amount, input, control, did } = kit;
  const address = addressOf(kit);
  const order = await control.withdrawFromWeb({
    ...{ walletId: wallet.walletId, amount, address },
    ...(input.tokenId !== undefined && { tokenId: input.tokenId }),
  });
  did(`${amount} ${wallet.asset} to ${address} were asked for in the web UI.`);
  await isCovered(kit, order, '');
  return { ...order, address };
}

async function isCovered(kit: Kit, order: Order, place: string): Promise<void> {
  if (stageOf(kit, order) === 'processing') await give(kit, priceOf(kit, place));
  isAt(kit, order, 'inPool', 'inChain', 'confirmed'); // a block may be faster
}

/** How often a withdrawal is made anew if a block was faster than what should happen to it. */
const ATTEMPTS = 20;

/** A withdrawal that waits in the pool, whatever blocks come meanwhile. */
export async function isHeld(kit: Kit): Promise<Order> {
  for (let attempt = 1; ; attempt++) {
    const order = await isTaken(kit, attempt === 1 ? '' : `-${String(attempt)}`);
    try {
      await kit.control.holdOrder({ ...order, walletId: kit.wallet.walletId });
      return order;
    } catch (error) {
      if (attempt === ATTEMPTS || !IN_BLOCK.includes(stageOf(kit, order))) throw error;
      kit.did('A block took it too early: once more.');
    }
  }
}

const IN_BLOCK: readonly StageName[] = ['inChain', 'confirmed'];

/** Adds blocks, of which the first takes the order, and says what came of it. @throws Error where none of them took it, or it is not final */
export async function isMined(kit: Kit, order: Order, blocks: number, words: string, isFinal = false): Promise<void> {
  await kit.control.mine({ blocks });
  isAt(kit, order, ...(isFinal ? (['confirmed'] as const) : IN_BLOCK));
  kit.did(`${words}; ${toldOfOrder(kit, order)}.`);
}

/** What became of the callback of an order. */
export function toldOfOrder({ context, wallet }: Kit, { orderId }: Order): string {
  const row = context.store.get<{ txid: string }>(
    'SELECT txid FROM transactions WHERE order_row = (SELECT id FROM orders WHERE wallet_id = ? AND order_id = ?) ORDER BY id DESC LIMIT 1',
    wallet.walletId,
    orderId,
  );
  return toldOf(context, wallet.walletId, row?.txid ?? '', 'withdrawal');
}

const stageOf = ({ context, wallet }: Kit, { orderId }: Order): StageName =>
  stageName(
    context.store.get<{ state: bigint }>(
      'SELECT state FROM orders WHERE wallet_id = ? AND order_id = ?',
      wallet.walletId,
      orderId,
    )?.state ?? STAGE.processing,
  );

/** @throws Error that says where an order is that has not come as far as it should, why, and what to do */
export function isAt(kit: Kit, order: Order, ...stages: readonly StageName[]): void {
  const stage = stageOf(kit, order);
  if (!stages.includes(stage)) throw new Error(`Order ${order.orderId} ${whyAt(kit, stage)}`);
}

function whyAt(kit: Kit, stage: StageName): string {
  const { approvalUrl } = walletOf(kit).settings;
  const is = stage.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (stage === 'processing')
    return 'waits for funds: what the wallet was given went elsewhere. Fund the wallet, and it goes on.';
  if (stage === 'inPool') return 'is still in the pool: blocks were full, or it is held. Mine more of them.';
  if (stage === 'failed' && isOffWhitelist(kit)) return `failed: ${offWhitelist(addressOf(kit))}`;
  if ((stage === 'failed' || stage === 'cancelled') && approvalUrl !== '')
    return `is ${is}: ${approvalUrl} answered 400, which declines it. Let it answer 200 with OK, or empty the approvalUrl with setWallet.`;
  return `is ${is}: something else happened to it meanwhile. Trigger it again.`;
}
