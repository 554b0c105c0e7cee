/** Parameters of what is looked at: one that a view does not have is refused by its name, for it would do nothing. */
import { LAST_ID } from '../control/wallet-id.ts';

/** What control asks for may always be there. */
const TOKEN = 'token';

/** What is wrong with the names in a query; undefined where a view has them all. */
export function unknownIn(query: URLSearchParams, known: readonly string[]): string | undefined {
  const name = query.keys().find((each) => each !== TOKEN && !known.includes(each));
  if (name === undefined) return undefined;
  return `There is no parameter ${name}${known.length > 0 ? `. There are: ${known.join(', ')}` : ' here'}.`;
}

/** Whether a text is a wallet ID. */
export const isWalletId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= LAST_ID;
