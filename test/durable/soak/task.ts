/** What a process of a soak is told. */
export interface Task {
  /** Where its database is. */
  readonly postgres: string;
  readonly baseUrl: string;
  readonly wallets: readonly { readonly walletId: string; readonly apiCode: string; readonly secret: string }[];
  readonly lease: number;
  readonly shownAfter: number | undefined;
  readonly inFlight: number | undefined;
  readonly batch: number;
}

/** Books an outcome. */
export const BOOK = 'INSERT INTO bookings (order_id, state, amount) VALUES ($1, $2, $3::text::numeric)';

/** Milliseconds that a caller waits for an answer. */
export const TIMEOUT = 2000;

/** The task of this process. */
export const taskGiven = (): Task => JSON.parse(process.argv[2] ?? '{}') as Task;

/** Its credentials, by wallet. */
export const credentialsOf =
  ({ wallets }: Task) =>
  (walletId: bigint | undefined): { apiCode: string; secret: string } => {
    const access = wallets.find((each) => each.walletId === String(walletId));
    if (!access) throw new Error(`There is no wallet ${String(walletId)}.`);
    return access;
  };
