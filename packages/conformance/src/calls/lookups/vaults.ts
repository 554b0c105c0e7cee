/** Steps that look up the balances of vaults beside those of the list, each between two of the other. */
import type { Interface } from '@wallet-operations/transcript';
import type { Step } from '../asked.ts';
import { forEach, ofEach, stepMaker } from '../making.ts';

/** All of them. */
export function vaultSteps(service: Interface): Step[] {
  const { step } = stepMaker(service);
  return [
    step('listWalletBalances', 'beside', 'once more, beside the balances of vaults', (known) =>
      known.bodies('getVaultBalance.plain').length > 0 ? [{ caller: 'read-only' }] : [],
    ),
    step(
      'getVaultBalance',
      'beside',
      'once more, beside the list of balances',
      forEach(
        (known, caller) =>
          known.bodies('listWalletBalances.beside').length > 0 &&
          known.bodies('getVaultBalance.plain', caller).length > 0
            ? [{ caller }]
            : [],
        ['vault'],
      ),
      { most: ofEach(1, ['vault']) },
    ),
    step('listWalletBalances', 'behind', 'once more, behind the balances of vaults', (known) =>
      known.bodies('getVaultBalance.beside').length > 0 ? [{ caller: 'read-only' }] : [],
    ),
  ];
}
