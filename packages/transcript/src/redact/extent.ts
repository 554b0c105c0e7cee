/** How much there is in a text of JSON: to look into each part of one that has too many takes a run hours. */

/** More lists and objects than the largest body that is read to its end has. */
const MOST_PARTS = 500_000;

/** More values than that has. */
const MOST_VALUES = 1_000_000;

/** More keys than an object of the interface has, and than anybody reads the names of. */
const MOST_KEYS = 1000;

/** As many characters as a key takes with its value, at least. */
const KEY = '"":1,'.length;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether a text has more lists and objects, more values, or more keys in one object, for which it need not be parsed. */
export function hasTooManyParts(text: string): boolean {
  if (text.length < MOST_KEYS * KEY) return false;
  let [parts, values] = [0, 0];
  /** Of each list and object that is open, its keys so far. */
  const keys: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) {
      i = endOf(text, i);
      if (i < 0) return false; // no JSON, which is found soon
    } else if (OPENING.has(character)) {
      keys.push(0);
      if (++parts > MOST_PARTS) return true;
    } else if (CLOSING.has(character)) keys.pop();
    else if (character === COMMA && ++values > MOST_VALUES) return true;
    else if (character === COLON) {
      const count = (keys.pop() ?? 0) + 1;
      if (count > MOST_KEYS) return true;
      keys.push(count);
    }
  }
  return false;
}

/** The place of the quote that ends a string; negative where none does. */
function endOf(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}
