/** Rich sandboxes in which something more has happened, behind something that changes answers. */
import { createWorld, USDT } from '../world.ts';
import { changedWorld, type Change } from './behind.ts';
import { SOMEBODY } from './changes.ts';
import type { Running } from './variant.ts';

/** A service with a token vault, which has paid twice, and whose answers are changed. */
export async function withTokenVault(change: Change): Promise<Running> {
  const world = await createWorld();
  const parentId = world.wallets.find(({ kind }) => kind === 'vault')?.walletId;
  const { control } = world.sandbox;
  const token = await control.createWallet({
    ...{ kind: 'vault', currency: 'ETH', token: USDT, balance: '50' },
    ...(parentId !== undefined && { parentId }),
  });
  for (const amount of ['2', '3'])
    await control.addVaultTransaction({ walletId: token.walletId, amount, outgoingAddress: SOMEBODY });
  return changedWorld({ ...world, wallets: [...world.wallets, token] }, change);
}

/** A service whose wallet with memos was paid three times, and whose answers are changed. */
export async function withMemos(change: Change): Promise<Running> {
  const world = await createWorld();
  const both = world.wallets.find(({ kind }) => kind === 'deposit-withdrawal');
  const { control } = world.sandbox;
  const own = (await control.wallets()).find(({ walletId }) => walletId === both?.walletId);
  if (own && 'address' in own)
    for (const memo of ['102', '101']) {
      await control.deposit({ walletId: own.walletId, address: own.address, memo, amount: '5' });
      await control.advance({ minutes: 1 });
    }
  return changedWorld(world, change);
}
