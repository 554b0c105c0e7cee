/** Deposits of scenarios: refused before anything is done where that can be known, looked at after each block, and told of as they are. */
import { stageName, type StageName } from '../state/stages.ts';
import { tipOf } from '../state/tip.ts';
import { unitsOf } from '../state/units.ts';
import { checkedToken } from './deposit.ts';
import { checkAddress, depositAddressOf, walletOf, type Kit } from './scenario-kit.ts';
import { toldOf } from './told.ts';

/** A deposit that is under way, or further. */
export interface Arrival {
  readonly txid: string;
  readonly address: string;
  readonly memo: string;
}

/** @throws Error for what no chain could bring the wallet, or where it can have no address */
export function checkArrival(kit: Kit): void {
  const wallet = walletOf(kit);
  checkedToken(kit.context, wallet, kit.input.tokenId ?? '', unitsOf(wallet, kit.amount));
  checkAddress(kit);
}

/** One that a block has taken. */
export async function isArrived(kit: Kit, announced = false): Promise<Arrival> {
  const { control, wallet, amount } = kit;
  const { address, memo } = await depositAddressOf(kit);
  const { tokenId } = kit.input;
  const { txid } = await control.deposit({
    ...{ walletId: wallet.walletId, amount, address, memo, announced },
    ...(tokenId !== undefined && { tokenId }),
  });
  const deposit = { txid, address, memo };
  kit.did(
    `${amount} ${wallet.asset} are under way to ${address}${announced ? `; ${toldOfDeposit(kit, deposit)}` : ''}.`,
  );
  await control.mine({ blocks: 1 });
  isAt(kit, deposit, 'inChain', 'confirmed');
  kit.did(`A block took them; ${toldOfDeposit(kit, deposit)}.`);
  return deposit;
}

/** Adds the blocks with which it is final. */
export async function isCredited(kit: Kit, deposit: Arrival, blocks: number, words: string): Promise<void> {
  if (blocks > 0) await kit.control.mine({ blocks });
  isAt(kit, deposit, 'confirmed');
  kit.did(blocks > 0 ? `${words}; ${toldOfDeposit(kit, deposit)}.` : `${words}.`);
}

/** Takes its block back, and those that came since. */
export async function isTakenBack(kit: Kit, deposit: Arrival): Promise<void> {
  const { store, clock } = kit.context;
  await kit.control.reorganise({ blocks: tipOf(store, clock.now()).height - Number(rowOf(kit, deposit)?.block) + 1 });
  isAt(kit, deposit, 'inPool');
  kit.did('The chain took that block back: the deposit waits again.');
}

const toldOfDeposit = ({ context, wallet }: Kit, { txid }: Arrival): string =>
  toldOf(context, wallet.walletId, txid, 'deposit');

const rowOf = ({ context, wallet }: Kit, { txid }: Arrival): { state: bigint; block: bigint } | undefined =>
  context.store.get('SELECT state, block FROM deposits WHERE wallet_id = ? AND txid = ?', wallet.walletId, txid);

/** @throws Error that says where it is, and what to do, where it has not come as far as it should */
function isAt(kit: Kit, deposit: Arrival, ...stages: readonly StageName[]): void {
  const row = rowOf(kit, deposit);
  const stage = row && stageName(row.state);
  if (stage && stages.includes(stage)) return;
  throw new Error(
    stage === undefined
      ? `Deposit ${deposit.txid} is gone: something else happened meanwhile. Trigger it again.`
      : `Deposit ${deposit.txid} is ${stage.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: blocks were full, or taken back meanwhile. Mine more of them.`,
  );
}
