/** Events that contracts emitted for a withdrawal; after a reorganisation also those that are no longer in the chain. */
import { eventsOf, type TokenPart } from '../chain/tokens.ts';
import { refuse } from '../document/refusal.ts';
import { keccak } from '../currencies/addresses.ts';
import { STAGE } from '../state/stages.ts';
import type { InclusionRow, OrderDetails, OrderRow, TransactionRow } from '../state/stored.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Handler, Result } from './handler.ts';

export const getWithdrawalEventLogs: Handler<'getWithdrawalEventLogs'> = ({ context, wallet, query }) => {
  const { store } = context;
  if (!wallet.currency.hasContracts) refuse('currency_not_supported');
  const { txid } = query;
  if (txid === '') refuse('missing_parameter');
  const find = (which: string): TransactionRow | undefined =>
    store.get(`SELECT * FROM transactions WHERE txid = ? AND wallet_id = ? AND ${which}`, txid, wallet.walletId);
  const transaction = find('state <> 2') ?? find('state = 2'); // those in the pool are not in the index
  if (!transaction) return refuse('txid_not_found', { TXID: txid });
  const inclusions = store.all<InclusionRow>('SELECT * FROM inclusions WHERE tx = ? ORDER BY id', transaction.id);
  if (
    ![STAGE.inChain, STAGE.confirmed, STAGE.transactionFailed].map(BigInt).includes(transaction.state) &&
    inclusions.length === 0
  )
    refuse('txid_not_in_blockchain', { TXID: txid });
  const order = store.get<OrderRow>('SELECT * FROM orders WHERE id = ?', transaction.order_row);
  if (!order) throw new Error(`Transaction ${txid} has no order.`);
  const events = eventsOf(store, order);
  return {
    logs: inclusions.flatMap((inclusion) => events.map((part, i) => logOf(wallet, order, txid, inclusion, part, i))),
  };
};

function logOf(
  wallet: Wallet,
  order: OrderRow,
  txid: string,
  { height, block_hash, tindex, first_event, removed }: InclusionRow,
  part: TokenPart,
  position: number,
): Result<'getWithdrawalEventLogs'>['logs'][number] {
  const { contractAbi, tokenId: asked } = JSON.parse(order.details) as OrderDetails;
  const tokenId = asked || part.tokenId;
  const [method = '', parameters = ''] = contractAbi.split(/:(?=[^:]*$)/);
  const from = word(order.from_address || wallet.address);
  const to = word(order.address);
  const amount = number(part.amount);
  const id = number(/^\d{1,78}$/.test(tokenId) ? BigInt(tokenId) : 0n); // the digits of 256 bits
  const events = {
    call: { topics: [keccak(method)], data: `0x${parameters.replace(/^0x/i, '')}` },
    erc20: { topics: [keccak('Transfer(address,address,uint256)'), from, to], data: amount },
    erc721: { topics: [keccak('Transfer(address,address,uint256)'), from, to, id], data: '0x' },
    erc1155: {
      topics: [keccak('TransferSingle(address,address,address,uint256,uint256)'), from, from, to],
      data: id + amount.slice(2),
    },
  };
  return {
    address: contractAbi === '' ? (wallet.token?.contract ?? order.address) : order.address,
    block_hash,
    block_number: height,
    ...events[contractAbi === '' ? (wallet.token?.standard ?? 'erc20') : 'call'],
    index: Number(first_event) + position,
    removed: removed === 1n,
    tx_hash: txid,
    tx_index: Number(tindex),
  };
}

/** An address, and a number, as a word of 32 bytes. */
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const number = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
