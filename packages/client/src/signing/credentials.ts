/** Who calls: the API code of each wallet with its secret, and the read-only code beside. */

/** An API code and its secret. */
export interface Credentials {
  /** The API code of the wallet, as the web control panel shows it; it goes into the header X-API-CODE. */
  readonly apiCode: string;
  /** The secret of that code. It signs each request, and never leaves this process. */
  readonly secret: string;
}

/**
 * Credentials for every wallet, or a function that knows those of each. It is asked before each attempt, so a code that was
 * rotated meanwhile is used at once. For an operation without a wallet (the prices) the ID is undefined.
 */
export type CredentialsSource = Credentials | ((walletId: bigint | undefined) => Credentials | Promise<Credentials>);

/** What credentials or a sign function gave, but cannot be sent. Its message holds nothing of it. */
export class Unusable extends TypeError {}

/** @throws Unusable for what is no API code with a secret. */
export function checkCredentials(given: unknown, name = 'credentials'): void {
  const { apiCode, secret } = Object(given) as Partial<Credentials>;
  checkLine(`${name}.apiCode`, apiCode);
  checkLine(`${name}.secret`, secret, /[^\r\n]$/); // which goes into no header; a file that it was read from may have ended its line
}

/**
 * Looks at what goes into a header: fetch would refuse it too, and show it in its error.
 *
 * @throws Unusable for what is no line of plain text.
 */
export function checkLine(name: string, value: unknown, pattern = /^[ -~]+$/): void {
  if (typeof value !== 'string' || !pattern.test(value))
    throw new Unusable(`${name} is ${kindOf(value)}. Give a line of plain text.`);
}

/** What a value is, and nothing of it. */
const kindOf = (value: unknown): string =>
  value === '' ? 'empty' : value == null ? String(value) : typeof value === 'string' ? 'no such text' : typeof value;
