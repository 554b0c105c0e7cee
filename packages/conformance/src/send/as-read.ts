/** The list of balances as the client reads it: under the names of the document, where an operator's answer says that the service has others. */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import type { Interface } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';

/** Names an answer's fields anew, and leaves what is none. */
export type AsRead = (operationId: string, text: string) => string;

/** The names of the fields of that list. */
type Names = Readonly<Record<'total' | 'records', string>>;

const namesIn = ({ points }: Interface): Names => points['wallet-balance-envelope']?.value as Names;

/** `told` is the document with the answers of an operator, `read` the one that the client is made of. */
export function asReadBy(told: Interface, read: Interface): AsRead {
  const [theirs, ours] = [namesIn(told), namesIn(read)];
  const names = new Map((['total', 'records'] as const).map((field) => [theirs[field], ours[field]]));
  if ([...names].every(([their, our]) => their === our)) return (_, text) => text;
  return (operationId, text) => {
    if (operationId !== 'listWalletBalances') return text;
    const body = jsonIn(text);
    if (!isNode(body)) return text;
    return stringifyJson(
      Object.fromEntries(Object.entries(body).map(([name, value]) => [names.get(name) ?? name, value])),
    );
  };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
