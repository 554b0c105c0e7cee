/** What each control command takes when it comes over HTTP: JSON, checked before it is done. */
import { WIRE_FAULTS } from '@wallet-operations/serving';
import type { Node } from '@wallet-operations/validator';
import { INBOX } from '../callbacks/destination.ts';
import { CALLBACK_FAULTS } from '../callbacks/disturb.ts';
import { handlers } from '../operations/index.ts';
import type { Control } from './control.ts';
import { SCENARIOS } from './scenarios.ts';

const string = { type: 'string' };
const amount = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' };
const boolean = { type: 'boolean' };
const count = { type: 'integer', format: 'int64', minimum: 1, maximum: 10_000 };
const time = { type: 'number', minimum: 0, maximum: 1e9 };
const walletId = { type: 'integer', format: 'int64', minimum: 0 };
/** Beyond 2^53: programs whose numbers end there send it as text. */
const serial = { type: ['integer', 'string'], format: 'int64', pattern: '^[0-9]{1,19}$', minimum: 0 };
const url = { type: 'string', pattern: '^(https?://.*)?$' };
const callbackUrl = { type: 'string', pattern: `^(https?://.*|${INBOX})?$` };
const kind = { enum: ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated'] };

const settings = {
  callbackUrl,
  approvalUrl: url,
  acl: { type: 'array', items: { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } },
  hasPolicy: boolean,
  whitelistOnly: boolean,
  failsBalance: boolean,
  addressLimit: { type: ['integer', 'null'], minimum: 0, maximum: 1e9 },
};

const token = object(
  {
    name: string,
    symbol: string,
    contract: string,
    decimals: { type: 'integer', minimum: 0, maximum: 36 },
    standard: { enum: ['erc20', 'erc721', 'erc1155'] },
  },
  'name',
  'symbol',
  'contract',
  'decimals',
  'standard',
);

function object(properties: Node, ...required: string[]): Node {
  return { type: 'object', properties, required, additionalProperties: false };
}

const order = object({ walletId, orderId: string }, 'walletId', 'orderId');
const failing = object({ walletId, orderId: string, callback: boolean }, 'walletId', 'orderId');
const vaultState = { type: 'integer', minimum: 0, maximum: 6 };

/** The schema of each command's input. */
export const commands: { readonly [Name in keyof Control]: Node } = {
  wallets: object({}),
  readOnlyCodes: object({}),
  createWallet: object(
    {
      kind,
      currency: string,
      walletId,
      name: string,
      prefix: string,
      parentId: walletId,
      token,
      balance: amount,
      ...settings,
    },
    'kind',
    'currency',
  ),
  createReadOnlyCode: object({ walletIds: { type: 'array', items: walletId } }),
  setWallet: object({ walletId, ...settings }, 'walletId'),
  setPermission: object({ apiCode: string, permitted: boolean }, 'apiCode', 'permitted'),
  fund: object({ walletId, amount, address: string, tokenId: string }, 'walletId', 'amount'),
  deposit: object(
    {
      walletId,
      amount,
      address: string,
      memo: string,
      from: string,
      tokenId: string,
      txid: string,
      vout: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
      announced: boolean,
    },
    'walletId',
    'amount',
  ),
  advance: object({ seconds: time, minutes: time, hours: time }),
  stopClock: object({}),
  runClock: object({}),
  mine: object({ blocks: count }),
  reorganise: object({ blocks: count }, 'blocks'),
  injectFault: object(
    {
      kind: { enum: Object.keys(WIRE_FAULTS) },
      operationId: { enum: Object.keys(handlers) },
      times: count,
      delay: { type: 'integer', minimum: 0, maximum: 600_000 },
    },
    'kind',
  ),
  clearFaults: object({}),
  redeliver: object({ serial }, 'serial'),
  disturbCallbacks: object(
    { kind: { enum: Object.keys(CALLBACK_FAULTS) }, walletId, times: count, seconds: time },
    'kind',
  ),
  clearCallbackFaults: object({}),
  blacklist: object({ address: string, causes: { type: 'array', items: string } }, 'address', 'causes'),
  requireMemo: object({ address: string }, 'address'),
  declareContract: object({ address: string }, 'address'),
  removeWhitelistEntry: object({ walletId, address: string }, 'walletId', 'address'),
  failOrder: failing,
  dropOrder: failing,
  holdOrder: order,
  invalidateOrder: order,
  resendOrder: order,
  addVaultTransaction: object(
    {
      walletId,
      amount,
      outgoingAddress: string,
      tokenId: string,
      state: vaultState,
      description: string,
    },
    'walletId',
    'amount',
    'outgoingAddress',
  ),
  moveVaultTransaction: object(
    { walletId, txno: { type: 'integer', minimum: 1 }, state: vaultState },
    'walletId',
    'txno',
    'state',
  ),
  withdrawFromWeb: object(
    { walletId, address: string, amount, memo: string, tokenId: string },
    'walletId',
    'address',
    'amount',
  ),
  sweep: object(
    { walletId, kind: { enum: ['collect', 'airdrop'] }, address: string, memo: string, amount },
    'walletId',
    'kind',
    'address',
    'amount',
  ),
  trigger: object(
    {
      scenario: { enum: Object.keys(SCENARIOS) },
      walletId,
      amount,
      address: string,
      tokenId: string,
      callback: boolean,
    },
    'scenario',
  ),
  fingerprint: object({}),
  audit: object({}),
  snapshot: object({}),
  restore: object({ snapshot: string }, 'snapshot'),
  reset: object({}),
};
