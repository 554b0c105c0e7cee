/** Texts that keep their length, their separators and what kind of text they are, and which are equal: nothing of what they say. */
import { hash } from 'node:crypto';

/** Replaces texts. */
export interface Texts {
  readonly hide: (text: string) => string;
}

/** Longer ones are cut: no bound of the interface is beyond. */
const LONGEST = 300;

/** What stays where it is, since every format has it. */
const SEPARATOR = /[-_.: ,]/;

/**
 * What a text can be of, the narrowest first. Where in it the digits stand is not kept: of an address or a transaction that would tell
 * which of all there are it is, and so would its capitals.
 */
const ALPHABETS = ['0123456789', '0123456789abcdef', '0123456789ghijklmnopqrstuvwxyz'] as const;

/** So many tries of one length; then there are not enough others of it. */
const TRIES = 20;

/** Makes it. What a text becomes hangs on how many came before it, on its length, and on what it is of. */
export function createTexts(): Texts {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return {
    hide(text) {
      const cut = text.slice(0, LONGEST);
      const key = foldedOf(text);
      let shape = known.get(key);
      for (let round = 0; shape === undefined; round++) {
        const longer = cut.toLowerCase() + 'x'.repeat(Math.floor(round / TRIES));
        const made = madeOf(longer, `${String(known.size)}/${String(round)}`);
        if (taken.has(made) || made === key.toLowerCase() || alphabetOf(made) !== alphabetOf(longer)) continue;
        taken.add(made);
        known.set(key, made);
        shape = made;
      }
      return inCaseOf(shape, cut);
    },
  };
}

/** Hexadecimal digits, or a text of letters in one case that is as long as an address: these are the same in any case. */
const IN_ANY_CASE = /^(0x)?[\da-f]{20,}$/i;
const LENGTH_OF_ADDRESS = 20;

/** A text as it is told from others: what differs in its case alone is another one, unless it may be one that is written in either. */
function foldedOf(text: string): string {
  const lower = text.toLowerCase();
  const isOfOneCase = text.length >= LENGTH_OF_ADDRESS && (text === lower || text === text.toUpperCase());
  return isOfOneCase || IN_ANY_CASE.test(text) ? lower : text;
}

const PREFIX = '0x';

/** A text without what marks it as hex. */
const bare = (text: string): string => (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text);

function alphabetOf(text: string): string {
  const letters = bare(text).replace(new RegExp(SEPARATOR, 'g'), '');
  return ALPHABETS.find((alphabet) => Array.from(letters).every((letter) => alphabet.includes(letter))) ?? ALPHABETS[2];
}

function madeOf(text: string, seed: string): string {
  const alphabet = alphabetOf(text);
  const rest = bare(text);
  let chance = '';
  const made = rest.split('').map((character, i) => {
    if (chance.length < 4 * (i + 1)) chance += hash('sha512', `${seed}/${String(i)}`);
    const number = Number.parseInt(chance.slice(4 * i, 4 * i + 4), 16);
    return SEPARATOR.test(character) ? character : (alphabet[number % alphabet.length] ?? 'x');
  });
  return text.slice(0, text.length - rest.length) + made.join('');
}

/** Capitals alone stay so; where there are some, it stays that there are, and not which. */
function inCaseOf(shape: string, like: string): string {
  const [letters, own] = [bare(like), bare(shape)];
  if (letters === letters.toLowerCase()) return shape;
  const isUpper = letters === letters.toUpperCase();
  let count = 0;
  const written = own.replace(/[a-z]/g, (letter) => (isUpper || count++ % 2 === 0 ? letter.toUpperCase() : letter));
  return shape.slice(0, shape.length - own.length) + written;
}
