/** Event logs of withdrawals: what the contracts of each standard say, and of which block. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER, OTHER_ADDRESS, USDT, type Lab, type LabWallet } from './lab.ts';

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');

/** The topic of `Transfer(address,address,uint256)`, and of `TransferSingle(address,address,address,uint256,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string;

async function open(
  standard: 'erc20' | 'erc721' | 'erc1155',
): Promise<LabWallet & { lab: Lab; parentId: bigint; logsOf: (orderId?: string) => Promise<object[]> }> {
  const lab = await createAuditedLab();
  const { walletId: parentId } = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const token = { ...USDT, decimals: standard === 'erc20' ? 6 : 0, standard };
  const made = await lab.createWallet({ ...ETH, parentId, token, balance: standard === 'erc20' ? '9' : '0' });
  const logsOf = async (ORDER_ID = ORDER.order_id): Promise<object[]> => {
    const { txid } = await made.wallet.getWithdrawalState({ ORDER_ID });
    return (await made.wallet.getWithdrawalEventLogs({ txid })).logs;
  };
  return { lab, parentId, ...made, logsOf };
}

/** What all have in common that are alone in the first block. */
const ALONE = {
  ...{ address: USDT.contract, block_hash: HASH, block_number: 23_839_001n, tx_hash: HASH },
  ...{ index: 0, tx_index: 0, removed: false },
};

it('of an ERC20 token have the amount, from whom and to whom', async () => {
  const { lab, wallet, address, logsOf } = await open('erc20');
  await wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: 'shop1_2', amount: '2' }] });
  await lab.control.mine();
  const topics = [TRANSFER, `0x${word(address)}`, `0x${word(ADDRESS)}`];
  expect(await logsOf()).toEqual([{ ...ALONE, topics, data: `0x${word(1_500_000n)}` }]);
  expect(await logsOf('shop1_2')).toEqual([{ ...ALONE, topics, data: `0x${word(2_000_000n)}`, index: 1, tx_index: 1 }]);
});

it('of coins are empty: no contract is in it', async () => {
  const { lab } = await open('erc20');
  const coins = await lab.createWallet(ETH);
  await coins.wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  const { txid } = await coins.wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
  expect(await coins.wallet.getWithdrawalEventLogs({ txid })).toEqual({ logs: [] });
});

it('of ERC721 tokens have one for each token, with its ID', async () => {
  const { lab, wallet, walletId, address, logsOf } = await open('erc721');
  for (const tokenId of ['11', '12', '0013']) await lab.control.fund({ walletId, amount: '1', tokenId });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, amount: '3' }] });
  await lab.control.mine();
  const topics = [TRANSFER, `0x${word(address)}`, `0x${word(ADDRESS)}`];
  const ids = [11n, 12n, 13n];
  expect(await logsOf()).toEqual(
    ids.map((id, index) => ({ ...ALONE, index, topics: [...topics, `0x${word(id)}`], data: '0x' })),
  );
});

it('of ERC1155 tokens have the ID and how many, for the one that is named or for as many as it takes', async () => {
  const { lab, wallet, walletId, address, logsOf } = await open('erc1155');
  await lab.control.fund({ walletId, amount: '2', tokenId: '11' });
  await lab.control.fund({ walletId, amount: '5', tokenId: '12' });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, amount: '2', token_id: '12' }] });
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2', amount: '4' }] });
  await lab.control.mine();
  const from = `0x${word(address)}`;
  const common = { ...ALONE, topics: [TRANSFER_SINGLE, from, from, `0x${word(ADDRESS)}`] };
  expect(await logsOf()).toEqual([{ ...common, data: `0x${word(12n)}${word(2n)}` }]);
  expect(await logsOf('shop1_2')).toEqual([
    { ...common, index: 1, tx_index: 1, data: `0x${word(11n)}${word(2n)}` },
    { ...common, index: 2, tx_index: 1, data: `0x${word(12n)}${word(2n)}` },
  ]);
});

it('of a call have the method and its parameters, in one event of the contract that was called', async () => {
  const { lab, wallet, walletId, logsOf } = await open('erc721');
  for (const tokenId of ['1', '2']) await lab.control.fund({ walletId, amount: '1', tokenId });
  await lab.control.declareContract({ address: OTHER_ADDRESS });
  const call = { ...ORDER, address: OTHER_ADDRESS, amount: '2', contract_abi: 'transfer(address,uint256):0xAB01' };
  await wallet.withdrawAssets({ requests: [call] });
  await wallet.withdrawAssets({ requests: [{ ...call, order_id: 'shop1_2', amount: '0', contract_abi: 'ping():' }] });
  await lab.control.mine();
  expect(await logsOf()).toEqual([
    {
      ...{ ...ALONE, address: OTHER_ADDRESS, data: '0xAB01' },
      topics: ['0xa9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b'],
    },
  ]);
  expect(await logsOf('shop1_2')).toMatchObject([{ address: OTHER_ADDRESS, data: '0x' }]);
});

it('of a delegated wallet name the address that paid', async () => {
  const lab = await createAuditedLab();
  const parent = await lab.createWallet({ kind: 'delegated', currency: 'ETH' });
  const { walletId: parentId } = parent;
  const made = await lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'shop1_', parentId, token: USDT });
  const [from_address = ''] = (await parent.wallet.createDepositAddresses({ count: 1 })).addresses;
  await lab.control.fund({ walletId: parentId, amount: '1', address: from_address });
  await lab.control.fund({ walletId: made.walletId, amount: '2', address: from_address });
  await made.wallet.withdrawAssets({ requests: [{ ...ORDER, from_address, from_address_index: 0n }] });
  await lab.control.mine();
  const { txid } = await made.wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
  const { logs } = await made.wallet.getWithdrawalEventLogs({ txid });
  expect(logs[0]?.topics).toEqual([TRANSFER, `0x${word(from_address)}`, `0x${word(ADDRESS)}`]);
});

it('are there once the transaction is in the chain, final or not, and of no transaction of another wallet', async () => {
  const { lab, wallet, walletId, parentId, logsOf } = await open('erc20');
  await wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: 'shop1_2', amount: '2' }] });
  await expect(logsOf()).rejects.toMatchObject({ reason: 'txid_not_in_blockchain' });
  await lab.control.failOrder({ walletId, orderId: 'shop1_2' });
  expect(await logsOf('shop1_2')).toEqual([]); // it is in the chain, and failed there
  await lab.control.mine();
  const logs = await logsOf();
  await lab.control.mine({ blocks: 12 });
  expect(await logsOf()).toEqual(logs);

  const { txid } = await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
  const access = (await lab.control.wallets()).find((one) => one.walletId === parentId);
  if (!access) throw new Error('There is no parent.');
  const parent = lab.clientOf(access).wallet(parentId);
  await expect(parent.getWithdrawalEventLogs({ txid })).rejects.toMatchObject({ reason: 'txid_not_found' });
});

it('have each a position of their own in their block, however many a transaction before them has', async () => {
  const { lab, wallet, walletId, logsOf } = await open('erc721');
  for (const tokenId of ['1', '2', '3', '4', '5']) await lab.control.fund({ walletId, amount: '1', tokenId });
  for (const [i, amount] of ['3', '1', '1'].entries())
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `shop1_${String(i)}`, amount }] });
  await lab.control.mine();
  const logs = [];
  for (const i of [0, 1, 2]) logs.push(...(await logsOf(`shop1_${String(i)}`)));
  expect(logs).toMatchObject([0, 1, 2, 3, 4].map((index) => ({ index })));
});
