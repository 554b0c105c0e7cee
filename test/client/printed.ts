/** Everything that a log may make of a value. */
import { inspect } from 'node:util';

/** Its inspection with all that is hidden, its text, its JSON, and of an error each cause besides, in lines. */
export function printed(value: unknown): string {
  const json = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) as
    string | undefined;
  const texts = [inspect(value, { depth: null, showHidden: true, getters: true }), String(value), json];
  for (let at = value; at instanceof Error; at = at.cause) {
    texts.push(
      at.message,
      at.stack,
      String(at),
      JSON.stringify(
        Object.entries(Object.getOwnPropertyDescriptors(at)).map(([name, { value: own }]) => [name, String(own)]),
      ),
    );
  }
  return texts.join('\n');
}
