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
    // what has the document's name and is none of these fields would take the place of one
    const read = Object.entries(body).flatMap(([name, value]) => {
      const our = names.get(name);
      if (our !== undefined) return [[our, value]];
      return name === ours.total || name === ours.records ? [] : [[name, value]];
    });
    return stringifyJson(Object.fromEntries(read));
  };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
