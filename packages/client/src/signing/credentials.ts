/** Who calls: the API code of each wallet with its secret, and the read-only code beside. */

/** An API code and its secret. */
export interface Credentials {
  readonly apiCode: string;
  readonly secret: string;
}

/**
 * Credentials for every wallet, or a function that knows those of each. It is asked before each attempt, so a code that was
 * rotated meanwhile is used at once. For an operation without a wallet (the prices) the ID is undefined.
 */
export type CredentialsSource = Credentials | ((walletId: bigint | undefined) => Credentials | Promise<Credentials>);
