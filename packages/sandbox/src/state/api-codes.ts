/** API codes: one activated and one inactivated for each wallet, and read-only ones that see several wallets. */
import type { State } from './state.ts';
import type { CodeRow } from './stored.ts';

/** An API code with its secret, as the service's web control panel would show them once. */
export interface ApiCode {
  readonly apiCode: string;
  readonly secret: string;
}

const BY_CODE = 'SELECT * FROM api_codes WHERE api_code = ?';
const BY_STATE = 'SELECT * FROM api_codes WHERE wallet_id = ? AND state = ?';

/** The code; undefined for one that was never given. */
export const findCode = ({ store }: State, apiCode: string): CodeRow | undefined =>
  store.getKept<CodeRow>('api_codes', BY_CODE, apiCode);

/** The code of a wallet that has a state. */
export const codeOf = ({ store }: State, walletId: bigint, state: 'active' | 'inactive'): CodeRow | undefined =>
  store.get<CodeRow>(BY_STATE, walletId, state);

/** The secret that callbacks of a wallet are signed with: its activated code's. */
export const signingSecretOf = (state: State, walletId: bigint): string =>
  codeOf(state, walletId, 'active')?.secret ?? '';

/** Gives a wallet another code, or a read-only one where there is no wallet. */
export function issueCode(
  state: State,
  walletId: bigint | null,
  standing: 'active' | 'inactive',
  permitted = true,
): ApiCode {
  const { store, ids } = state;
  const { n } = store.get<{ n: bigint }>('SELECT count(*) AS n FROM api_codes') ?? { n: 0n };
  const code = { apiCode: ids.apiCode(walletId ?? 'read-only', n), secret: ids.secret(walletId ?? 'read-only', n) };
  store.run(
    'INSERT INTO api_codes VALUES (?, ?, ?, ?, ?, ?)',
    code.apiCode,
    code.secret,
    walletId,
    standing,
    standing === 'active' ? expiryOf(state) : 0,
    permitted ? 1 : 0,
  );
  return code;
}

/** Activates a code, which kills the one that was active, and puts a new one in the place of the inactivated. */
export function activate(state: State, { api_code, wallet_id }: CodeRow): void {
  const { store } = state;
  store.write(() => {
    store.run("UPDATE api_codes SET state = 'dead' WHERE wallet_id = ? AND state = 'active'", wallet_id);
    store.run("UPDATE api_codes SET state = 'active', exp = ? WHERE api_code = ?", expiryOf(state), api_code);
    issueCode(state, wallet_id, 'inactive');
  });
}

/** When a code that is activated now is good no more. */
const expiryOf = ({ clock, decisions }: State): number => Math.floor(clock.now() / 1000) + decisions.codeLifetime;
