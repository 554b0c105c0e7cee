/** Amounts that keep their kind and how they relate by powers of ten, and nothing of how much they are. */

/** Replaces amounts, once all of them are known. */
export interface Amounts {
  /** @param text - digits, with a fraction or without */
  readonly note: (text: string) => void;
  /** @param text - one that was noted */
  readonly hide: (text: string) => string;
}

/** Where a whole number begins, so that as many decimals as any currency has lead from it to a whole number again. */
const WHOLE = 18;

/** The digits of the first amount: such as few amounts have, so that none is taken for a real one. */
const FIRST = 70_000;

/** More zeros than this are cut: no amount needs them. */
const MOST_ZEROS = 60;

/** What amounts of the same digits become. */
interface Shape {
  readonly digits: string;
  /** How many zeros follow the digits of the whole number that has the fewest. */
  whole?: number;
  /** The same of the first with a fraction; negative for its decimals. */
  readonly fraction: number | undefined;
}

/**
 * Makes it. The digits that count become others, the same for the same; how many zeros follow is told against the smallest whole amount of
 * these digits alone: 1.5 in the main unit and 1500000000000000000 in the smallest are still one amount, in 18 decimals. So a whole number
 * stays one.
 */
export function createAmounts(): Amounts {
  const known = new Map<string, Shape>();
  let next = FIRST;
  const shapeOf = ({ digits, exponent, hasFraction }: Parts): Shape => {
    const there = known.get(digits);
    if (there) return there;
    do next++;
    while (next % 10 === 0); // a zero at its end would be one of those that follow
    const made: Shape = { digits: String(next), fraction: hasFraction ? exponent : undefined };
    known.set(digits, made);
    return made;
  };
  return {
    note(text) {
      const parts = partsOf(text);
      if (!parts) return;
      const shape = shapeOf(parts);
      if (!parts.hasFraction) shape.whole = Math.min(shape.whole ?? Infinity, parts.exponent);
    },
    hide(text) {
      const parts = partsOf(text);
      if (!parts) return text.includes('.') ? '0.0' : '0';
      const { exponent, hasFraction } = parts;
      const { digits, whole, fraction = exponent } = shapeOf(parts);
      const shift = whole === undefined ? Math.min(-1, fraction) - fraction : WHOLE - whole;
      return written(digits, exponent + shift, hasFraction);
    },
  };
}

/** The digits of an amount that count, and how many zeros follow; negative for decimals. */
interface Parts {
  readonly digits: string;
  readonly exponent: number;
  readonly hasFraction: boolean;
}

/** Undefined for nothing at all. */
function partsOf(text: string): Parts | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  const exponent = all.length - digits.length - fraction.length;
  return all === '' ? undefined : { digits, exponent, hasFraction: fraction !== '' };
}

function written(digits: string, exponent: number, hasFraction: boolean): string {
  if (exponent >= 0) return digits + '0'.repeat(Math.min(exponent, MOST_ZEROS)) + (hasFraction ? '.0' : '');
  const places = Math.max(exponent, -MOST_ZEROS);
  const padded = digits.padStart(1 - places, '0');
  return `${padded.slice(0, places)}.${padded.slice(places)}`;
}
