/** Keeps secrets out of what others see, however they are spelled there. */

/** Headers of a request whose values may be shown. */
export const HARMLESS = /^(content-type|user-agent|x-request-id)$/;

/** What stands in the place of a secret. */
export const HIDDEN = '[secret]';

const encoder = new TextEncoder();

/** What a text has in which something is spelled otherwise. Most have nothing of it, and are looked through in no time. */
const SPELLED = /[\\%&+]/;

/** Characters that are left of such a text: to look through more of it would take too long. */
const MOST = 1_000_000;

/** What HTML must not hold as it is, by name. */
const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * A text without secrets. A refusal or a gateway's page may repeat the request: as it is, in another case, or as JSON, URLs and HTML spell
 * it, once or twice over.
 */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  const isSpelled = SPELLED.test(text);
  if (isSpelled) text = text.slice(0, MOST);
  const lower = text.toLowerCase();
  for (const secret of secrets)
    // In parts, since a pattern must not be too long. Backslashes that follow each other count as one.
    for (const part of secret.match(/.{8,80}(?=.{8}|$)/gsu) ?? [])
      if (isSpelled || lower.includes(part.toLowerCase()))
        text = text.replace(new RegExp(Array.from(part.replace(/\\+/g, '\\'), spellingsOf).join(''), 'gi'), HIDDEN);
  return text;
}

/**
 * A pattern of all spellings of a character. Somebody else may have written what it is tried on: each repetition is bounded, and takes all
 * that it can, or the ways to match would multiply.
 */
function spellingsOf(character: string): string {
  const code = character.codePointAt(0) as number;
  const hex = (of: number): string => of.toString(16);
  const bytes = Array.from(encoder.encode(character), (byte) => `%(25){0,3}${hex(byte).padStart(2, '0')}`);
  const units = Array.from({ length: character.length }, (_, i) => hex(character.charCodeAt(i)));
  const escape = units.map((unit) => `[ux](\\{0{0,5}${unit}\\}|0{0,5}${unit})`).join('\\\\{1,3}');
  const others = [
    bytes.join(''),
    character === ' ' ? '\\+' : `&(amp;){0,3}${NAMED[character] ?? '(?!)'}(;|(?!;))`,
    `&(amp;){0,3}#(0{0,5}${String(code)}|x0{0,5}${hex(code)})(;|(?!;))`,
  ].join('|');
  return character === '\\' // with those that escape what follows
    ? `((?<!\\\\)\\\\+(?!\\\\)(${escape})?|${others}){1,9}`
    : `(\\\\{0,3}|(%(25){0,3}5c){1,3})(?!\\\\)(${character.replace(/\W/g, '\\$&')}|${escape}|${'btnvfr'[code - 8] ?? '(?!)'}|${others})`;
}

/** The ID that an answer has, as far as it is nothing secret. */
export const requestIdOf = (response: Response | undefined, secrets: Iterable<string> = []): string | undefined =>
  withoutSecrets(response?.headers.get('X-Request-Id') ?? '', secrets) || undefined;
