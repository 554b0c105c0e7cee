/** API codes: one activated and one inactivated for each wallet, and read-only ones that see several wallets. */
import { CODE_LIFETIME } from '../assumed.ts';
import type { World } from '../world.ts';

/** An API code as it is kept. */
export interface CodeRow {
  readonly api_code: string;
  readonly secret: string;
  /** Null for a read-only code. */
  readonly wallet_id: bigint | null;
  readonly state: 'active' | 'inactive' | 'dead';
  /** Unix seconds; 0 while it is not activated. */
  readonly exp: bigint;
  /** 0 for a code without permission. */
  readonly permitted: bigint;
}

/** An API code with its secret, as the service's web control panel would show them once. */
export interface ApiCode {
  readonly apiCode: string;
  readonly secret: string;
}

const BY_CODE = 'SELECT * FROM api_codes WHERE api_code = ?';
const BY_STATE = 'SELECT * FROM api_codes WHERE wallet_id = ? AND state = ?';

/** The code; undefined for one that was never given. */
export const findCode = ({ store }: World, apiCode: string): CodeRow | undefined =>
  store.get<CodeRow>(BY_CODE, apiCode);

/** The code of a wallet that has a state. */
export const codeOf = ({ store }: World, walletId: bigint, state: 'active' | 'inactive'): CodeRow | undefined =>
  store.get<CodeRow>(BY_STATE, walletId, state);

/** The secret that callbacks of a wallet are signed with: its activated code's. */
export const signingSecretOf = (world: World, walletId: bigint): string =>
  codeOf(world, walletId, 'active')?.secret ?? '';

/** Gives a wallet another code, or a read-only one where there is no wallet. */
export function issueCode(
  world: World,
  walletId: bigint | null,
  state: 'active' | 'inactive',
  permitted = true,
): ApiCode {
  const { store, ids, clock } = world;
  const { n } = store.get<{ n: bigint }>('SELECT count(*) AS n FROM api_codes') ?? { n: 0n };
  const code = { apiCode: ids.apiCode(walletId ?? 'read-only', n), secret: ids.secret(walletId ?? 'read-only', n) };
  store.run(
    'INSERT INTO api_codes VALUES (?, ?, ?, ?, ?, ?)',
    code.apiCode,
    code.secret,
    walletId,
    state,
    state === 'active' ? expiryFrom(clock.now()) : 0,
    permitted ? 1 : 0,
  );
  return code;
}

/** Activates a code, which kills the one that was active, and puts a new one in the place of the inactivated. */
export function activate(world: World, { api_code, wallet_id }: CodeRow): void {
  const { store, clock } = world;
  store.write(() => {
    store.run("UPDATE api_codes SET state = 'dead' WHERE wallet_id = ? AND state = 'active'", wallet_id);
    store.run("UPDATE api_codes SET state = 'active', exp = ? WHERE api_code = ?", expiryFrom(clock.now()), api_code);
    issueCode(world, wallet_id, 'inactive');
  });
  world.tell('wallet', `API code of wallet ${String(wallet_id)} activated`);
}

const expiryFrom = (now: number): number => Math.floor(now / 1000) + CODE_LIFETIME;
