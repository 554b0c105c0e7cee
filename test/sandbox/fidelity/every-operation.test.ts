/** Each operation refuses what every operation refuses, word for word, and only where the interface lists it. */
import { operations } from '@wallet-operations/openapi/operations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walletKinds } from '../../interface/facts/promises.ts';
import { ADDRESS, createLab, ORDER, type Lab, type LabWallet } from '../lab.ts';
import { rawRequest, type OperationId, type RawRequest } from '../raw.ts';

type Kind = LabWallet['kind'];

/** Bodies that each operation takes. */
const BODIES: Partial<Record<OperationId, unknown>> = {
  withdrawAssets: { requests: [ORDER] },
  createDepositAddresses: { count: 1 },
  addWhitelistEntries: { items: [{ address: ADDRESS }] },
  checkWhitelistEntry: { address: ADDRESS },
  getDelegatedBalances: { addresses: [ADDRESS] },
  getCallbacksById: { ids: [1] },
};

const ALL_KINDS: readonly Kind[] = ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated'];

/** Without the row "API Secret not valid", by the interface. */
const ANY_CODE: readonly OperationId[] = [
  'getCallbacksById',
  'listWithdrawalStates',
  'getWithdrawalState',
  'getApiCodeStatus',
];
const READ_ONLY: readonly OperationId[] = ['listWallets', 'listWalletBalances'];

const forbidden = (error: string): unknown => [403, { error }];
const NOT_PERMITTED = [403, { error_code: 385, error: 'API Secret not valid' }];
const NOT_ALLOWED = [404, { error_code: 304, error: 'Wallet ID invalid' }];
const LIMIT = 4;

let lab: Lab;
beforeEach(async () => {
  lab = await createLab({ limits: { callsPerMinute: LIMIT } });
});
afterEach(() => lab.close());

const make = (kind: Kind): Promise<LabWallet> => lab.createWallet({ kind, currency: 'ETH', prefix: 'shop1_' });

describe.each(Object.keys(operations) as OperationId[])('%s', (operationId) => {
  const isReadOnly = READ_ONLY.includes(operationId);
  const hasWallet = operations[operationId].path.includes('{WALLET_ID}');
  const kind =
    (walletKinds[operationId]?.[0] as Kind | undefined) ?? (operationId.includes('Deposit') ? 'deposit' : 'withdrawal');
  const accessOf = async (): Promise<RawRequest['access']> =>
    isReadOnly ? lab.control.createReadOnlyCode() : make(kind);
  const send = async (request: Omit<RawRequest, 'operationId'>): Promise<unknown> =>
    (await rawRequest(lab, { operationId, body: BODIES[operationId], query: [['txid', '0x1']], ...request }))();

  it('asks for all three parts of authentication', async () => {
    const access = await accessOf();
    for (const without of ['X-API-CODE', 'X-CHECKSUM', 't'] as const)
      expect(await send({ access, without })).toEqual(forbidden('Forbidden. Header not found'));
  });

  it('refuses a time too far off, an unknown code, a wrong checksum and a replay', async () => {
    const access = await accessOf();
    expect(await send({ access, late: 301 })).toEqual(forbidden('Forbidden. Invalid timestamp'));
    expect(await send({ access, late: -301 })).toEqual(forbidden('Forbidden. Invalid timestamp'));
    const stranger = { ...access, apiCode: 'NOBODYS' };
    expect(await send({ access: stranger })).toEqual(forbidden('Forbidden. Invalid API code'));
    const forger = { ...access, secret: 'guessed' };
    expect(await send({ access: forger })).toEqual(forbidden('Forbidden. Checksum unmatch'));
    const twice = await rawRequest(lab, { operationId, access, body: BODIES[operationId] });
    expect(await twice()).not.toEqual(forbidden('Forbidden. Invalid checksum'));
    expect(await twice()).toEqual(forbidden('Forbidden. Invalid checksum'));
  });

  it('takes only so many calls a minute', async () => {
    const access = await accessOf();
    const tooMany = forbidden(`Forbidden. Call too frequently (${String(LIMIT)} calls/minute)`);
    for (let call = 0; call < LIMIT; call++) expect(await send({ access })).not.toEqual(tooMany);
    expect(await send({ access })).toEqual(tooMany);
    await lab.control.advance({ minutes: 1 });
    expect(await send({ access })).not.toEqual(tooMany);
  });

  it('asks for permission where the interface says so', async () => {
    const access = await accessOf();
    await lab.control.setPermission({ apiCode: access.apiCode, permitted: false });
    if (ANY_CODE.includes(operationId)) expect(await send({ access })).not.toEqual(NOT_PERMITTED);
    else expect(await send({ access })).toEqual(NOT_PERMITTED);
  });

  if (isReadOnly)
    it('takes no code of a wallet', async () => {
      expect(await send({ access: await make('withdrawal') })).toEqual(NOT_PERMITTED);
    });

  if (hasWallet)
    it('takes the code of no other wallet', async () => {
      const [access, { walletId }] = [await make(kind), await make(kind)];
      expect(await send({ access, walletId })).toEqual(forbidden(`Invalid API code for wallet ${String(walletId)}`));
    });

  if (walletKinds[operationId])
    it('is refused to wallets of other kinds', async () => {
      for (const each of ALL_KINDS) {
        const answer = await send({ access: await make(each) });
        if (walletKinds[operationId]?.includes(each)) expect(answer).not.toEqual(NOT_ALLOWED);
        else expect(answer).toEqual(NOT_ALLOWED);
      }
    });
});
