/** A file of a user who calls every operation, of a client and of a wallet, and looks at each one's refusals. */
import * as exported from '@wallet-operations/client';
import { schemas, told } from './told.ts';

const refusals = told.map(
  ({ operationId: id }) => `
  try {
    void client;
  } catch (error) {
    if (isRefusalOf(error, '${id}')) {
      void reasons.${id}. ;
      switch (error.reason) { /* of ${id} */ case '': break; }
    }
  }`,
);

/** The functions of the client, and that of a client which calls nothing. */
export const functions = [
  ...Object.entries(exported).flatMap(([name, value]) =>
    /^[a-z]/.test(name) && typeof value === 'function' ? name : [],
  ),
  'client.wallet',
];

/** Its text. It is not finished, as files in editors are. */
export const usersFile = `
import { createWalletClient, ${functions.filter((name) => /^(?!createWallet)\w+$/.test(name)).join(', ')} } from '@wallet-operations/client';
import * as reasons from '@wallet-operations/client/reasons';
const client = createWalletClient({ baseUrl: 'https://wallet.example', credentials: { apiCode: 'a', secret: 'b' } });
const wallet = client.wallet(635743);
${told.map(({ operationId: id }) => `client.${id}();`).join('\n')}
${told.map(({ operationId: id, hasWallet }) => (hasWallet ? `wallet.${id}();` : '')).join('\n')}
${refusals.join('\n')}
${[...schemas.keys()].map((name) => `declare const a${name}: import('@wallet-operations/openapi/types').${name};\na${name}. ;`).join('\n')}
createWalletClient({ });
void createWalletClient({ credentials: { } });
submitWithdrawals(wallet, [], { });
${functions.map((name) => `const of_${name.replace('.', '_')} = ${name}();`).join('\n')}
reasons.withdrawAssets.duplicated_entry;
void wallet.withdrawAssets({ requests: [{ order_id: 'a', amount: '1', address: 'b', manual_fee: 5 }] }, { signal: undefined });
const accepted = await wallet.withdrawAssets({ requests: [] });
for (const record of (await wallet.listWithdrawalHistory()).transactions) record.block_height;
`;
