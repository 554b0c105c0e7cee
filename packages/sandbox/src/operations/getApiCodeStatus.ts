/** Shows the codes of a wallet; the one that asked is activated by now. */
import { codeOf } from '../state/api-codes.ts';
import type { Handler } from './handler.ts';

export const getApiCodeStatus: Handler<'getApiCodeStatus'> = ({ context, wallet }) => {
  const active = codeOf(context, wallet.walletId, 'active');
  const inactive = codeOf(context, wallet.walletId, 'inactive');
  return {
    valid: { api_code: active?.api_code ?? '', exp: Number(active?.exp ?? 0) },
    inactivated: { api_code: inactive?.api_code ?? '' },
  };
};
