/** Checks what a command is given by its schema, in the same words over HTTP and in the library. */
import { createSchemas, inWords, memoized, type Node } from '@wallet-operations/validator';
import { commands } from './commands.ts';
import type { Control } from './control.ts';

const schemas = createSchemas({ paths: {} });
const validateOf = memoized((name: keyof Control) => schemas.own(commands[name]));

/** What is wrong first with the input of a command, which has no bigints; undefined for what fits. `place` is what it is called. */
export function problemOf(name: keyof Control, input: unknown, place: string): string | undefined {
  const [violation] = validateOf(name)(input, [place]);
  if (!violation) return undefined;
  const names = violation.code === 'enum' ? namesAt(commands[name], violation.path.slice(1)) : undefined;
  return names ? `${inWords(violation)}: ${names.join(', ')}` : inWords(violation);
}

function namesAt(schema: Node, path: readonly string[]): readonly string[] | undefined {
  const found = path.reduce<Node | undefined>(
    (node, key) => (node?.properties as Readonly<Record<string, Node>> | undefined)?.[key],
    schema,
  );
  return found?.enum as readonly string[] | undefined;
}

/** Does a command of the library with what fits its schema. @throws TypeError that says what does not fit */
export const checked = <Input extends object, Output>(
  name: keyof Control,
  command: (input: Input) => Promise<Output>,
): ((input: Input) => Promise<Output>) => {
  return async (input) => {
    const plain = Object.entries(input).map(([key, value]: [string, unknown]) => {
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new TypeError(`${name}.${key} has lost digits beyond 2^53. Give a bigint, or text`);
      return [key, typeof value === 'bigint' ? Number(value) : value];
    });
    const problem = problemOf(name, Object.fromEntries(plain), name);
    if (problem !== undefined) throw new TypeError(`${problem}.`);
    return command(input);
  };
};
