/** JSON without lost digits: int64 and uint64 reach further than a number, and JSON.parse and JSON.stringify round in silence. */

/**
 * As JSON.parse, but an integer literal beyond ±(2^53 − 1) becomes a bigint, wherever it stands. Everything else is what
 * JSON.parse makes of it: safe integers, fractions and literals with an exponent are numbers.
 *
 * @throws SyntaxError for text that is not JSON, with the engine's own message.
 * @throws RangeError for an integer longer than the engine's bigints: hundreds of thousands of digits.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return typeof value === 'number' || gate.test(text) ? build(text) : value;
}

/**
 * Sixteen digits where a literal can begin. It may open for nothing (inside a string, for a safe integer), never stay shut
 * wrongly; only a literal that is the whole text has none of the three in front. Nothing here can match in two ways: it is linear.
 */
const gate = /[:[,]\s*-?\d{16}/;

/** A number, true, false or null: all that is left in valid JSON beside strings, brackets and what separates them. */
const literals = /[^\s,:"{}[\]]+/y;

const separators = ',: \n\r\t';

type Container = unknown[] | Record<string, unknown>;

/**
 * Builds the value again from text that JSON.parse has accepted, so that nothing here looks for mistakes. A reviver that reads
 * `context.source` could do it, but is slower, is missing from older engines, and runs out of stack on deep nesting,
 * which JSON.parse does not.
 */
function build(text: string): unknown {
  const root: unknown[] = [];
  const outer: Container[] = [];
  let here: Container = root;
  let key: string | undefined;

  for (let at = 0; at < text.length; at++) {
    const first = text.charAt(at);
    let value: unknown;
    if (separators.includes(first)) {
      continue;
    } else if (first === '}' || first === ']') {
      here = outer.pop() ?? root;
      continue;
    } else if (first === '"') {
      const end = closingQuote(text, at);
      const raw = text.slice(at + 1, end);
      const string = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
      at = end;
      if (key === undefined && !Array.isArray(here)) {
        key = string;
        continue;
      }
      value = string;
    } else if (first === '{' || first === '[') {
      value = first === '{' ? {} : [];
    } else {
      literals.lastIndex = at;
      literals.test(text);
      value = literal(text.slice(at, literals.lastIndex));
      at = literals.lastIndex - 1;
    }

    if (Array.isArray(here)) here.push(value);
    else setOwn(here, key as string, value);
    key = undefined;

    if (first === '{' || first === '[') {
      outer.push(here);
      here = value as Container;
    }
  }
  return root[0];
}

/** As JSON.parse does: an assignment to `__proto__` would set the prototype. */
function setOwn(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
}

/** By indexOf rather than by one expression for a whole string: that one runs out of stack on a string of many escapes. */
function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; ; at++) {
    at = text.indexOf('"', at);
    let before = at;
    while (text[before - 1] === '\\') before--;
    if ((at - before) % 2 === 0) return at;
  }
}

function literal(source: string): unknown {
  const value: unknown = JSON.parse(source);
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/**
 * As JSON.stringify, with a bigint written as its digits. What JSON.stringify would write wrongly is refused.
 *
 * @throws RangeError for a number that is not finite, or an integer number beyond ±(2^53 − 1); says where it is.
 * @throws TypeError for a value without a JSON form (undefined, a function, a symbol, a cycle).
 */
export function stringifyJson(value: unknown): string {
  // Bigints leave as marked strings, whose quotes and marks are then cut off. JSON.rawJSON would do it, but not in every engine.
  // A mark that the value holds too (more marks than were set) is doubled until it is ours alone.
  for (let mark = '~'; ; mark += mark) {
    let marks = 0;
    const replacer = exact((digits) => {
      marks += 2;
      return mark + digits + mark;
    });
    const text = JSON.stringify(value, replacer) as string | undefined;
    if (text === undefined) throw new TypeError(`A ${typeof value} has no JSON form. Give null, or send no body.`);
    if (marks === text.split(mark).length - 1) return text.replaceAll(`"${mark}`, '').replaceAll(`${mark}"`, '');
  }
}

/** A replacer for JSON.stringify that refuses lossy numbers and hands the digits of bigints to `write`. */
function exact(write: (digits: string) => string): (this: unknown, key: string, value: unknown) => unknown {
  const holders: unknown[] = []; // from the outermost to the one whose members are being written
  const keys: string[] = []; // each in the holder of the same place
  return function (key, value) {
    holders.length = holders.lastIndexOf(this) + 1;
    if (holders.length === 0) holders.push(this);
    keys.length = holders.length - 1;
    keys.push(key);
    if (typeof value === 'object') holders.push(value);

    // A BigInt.prototype.toJSON, a widespread patch, has turned a bigint into something else by now.
    const own = (this as Record<string, unknown>)[key];
    const item = typeof own === 'bigint' ? own : value;
    if (typeof item === 'bigint') return write(String(item));
    if (typeof item !== 'number' || Number.isSafeInteger(item) || item % 1) return item; // NaN % 1 and Infinity % 1 are NaN

    // What JSON.stringify wraps the value in is the first holder, and its key is empty.
    const path = keys.slice(1).map((step, i) => (Array.isArray(holders[i + 1]) ? `[${step}]` : `.${step}`));
    const remedy = Number.isFinite(item)
      ? 'a number loses digits beyond 2^53. Give a bigint.'
      : 'JSON has no such number. Give a finite one, or a bigint.';
    throw new RangeError(`value${path.join('')} is ${String(item)}: ${remedy}`);
  };
}
