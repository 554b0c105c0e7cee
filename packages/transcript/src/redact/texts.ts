/** Texts that keep their length, which kinds of characters stand where, and which are equal, in any case: nothing of what they say. */
import { hash } from 'node:crypto';

/** Replaces texts. */
export interface Texts {
  readonly hide: (text: string) => string;
}

/** Longer ones are cut: no bound of the interface is beyond. */
const LONGEST = 300;

/** What stays where it is, since every format has it. */
const PLAIN = new Set(['-', '_', '.', ':', ' ', ',']);

const ALPHABETS = { digit: '0123456789', hex: 'abcdef', letter: 'ghijklmnopqrstuvwxyz' } as const;

/** So many tries of one length; then there are not enough others of it. */
const TRIES = 20;

/** Makes it. What a text becomes hangs on how many came before it, and on the kinds of its characters alone. */
export function createTexts(): Texts {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return {
    hide(text) {
      const cut = text.slice(0, LONGEST);
      const key = text.toLowerCase();
      let shape = known.get(key);
      for (let round = 0; shape === undefined; round++) {
        const longer = cut.toLowerCase() + 'x'.repeat(Math.floor(round / TRIES));
        const made = madeOf(longer, `${String(known.size)}/${String(round)}`);
        if (taken.has(made) || made === key) continue;
        taken.add(made);
        known.set(key, made);
        shape = made;
      }
      return Array.from(shape, (character, i) => inCaseOf(character, cut[i] ?? '')).join('');
    },
  };
}

function madeOf(text: string, seed: string): string {
  const prefix = text.startsWith('0x') ? '0x' : '';
  const rest = text.slice(prefix.length);
  const isHex = /^[\da-f]*$/.test(rest);
  let chance = '';
  const made = rest.split('').map((character, i) => {
    if (chance.length < 4 * (i + 1)) chance += hash('sha512', `${seed}/${String(i)}`);
    const number = Number.parseInt(chance.slice(4 * i, 4 * i + 4), 16);
    if (PLAIN.has(character)) return character;
    const alphabet = /\d/.test(character) ? ALPHABETS.digit : isHex ? ALPHABETS.hex : ALPHABETS.letter;
    return alphabet[number % alphabet.length] ?? 'x';
  });
  return prefix + made.join('');
}

const inCaseOf = (character: string, like: string): string =>
  /[A-Z]/.test(like) ? character.toUpperCase() : character;
