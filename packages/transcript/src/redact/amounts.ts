/** Amounts that keep their kind and how they relate by powers of ten, and nothing of how much they are. */

/** Replaces amounts. */
export interface Amounts {
  /** @param text - digits, with a fraction or without */
  readonly hide: (text: string) => string;
}

/** Where a whole number begins, so that as many decimals as any currency has lead from it to a whole number again. */
const WHOLE = 18;

/** The digits of the first amount: such as few amounts have, so that none is taken for a real one. */
const FIRST = 70_000;

/** More zeros than this are cut: no amount needs them. */
const MOST_ZEROS = 60;

/**
 * Makes it. The digits that count become others, the same for the same; how many zeros follow is told against the first amount of these
 * digits alone: 1.5 in the main unit and 1500000000000000000 in the smallest are still one amount, in 18 decimals.
 */
export function createAmounts(): Amounts {
  const known = new Map<string, { readonly digits: string; readonly shift: number }>();
  let next = FIRST;
  return {
    hide(text) {
      const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
      const all = (whole + fraction).replace(/^0+/, '');
      if (all === '') return fraction === '' ? '0' : '0.0';
      const digits = all.replace(/0+$/, '');
      const exponent = all.length - digits.length - fraction.length;
      let hidden = known.get(digits);
      if (!hidden) {
        do next++;
        while (next % 10 === 0); // a zero at its end would be one of those that follow
        hidden = { digits: String(next), shift: (fraction === '' ? WHOLE : Math.min(-1, exponent)) - exponent };
        known.set(digits, hidden);
      }
      return written(hidden.digits, exponent + hidden.shift, fraction !== '');
    },
  };
}

function written(digits: string, exponent: number, hasFraction: boolean): string {
  if (exponent >= 0) return digits + '0'.repeat(Math.min(exponent, MOST_ZEROS)) + (hasFraction ? '.0' : '');
  const places = Math.max(exponent, -MOST_ZEROS);
  const padded = digits.padStart(1 - places, '0');
  return `${padded.slice(0, places)}.${padded.slice(places)}`;
}
