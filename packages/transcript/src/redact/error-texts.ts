/** Texts of errors: what the catalogue says stays, what stands in its placeholders is replaced, and so is every word that it does not have. */
import type { Operation } from '@wallet-operations/validator';
import type { Vocabulary } from '../document/vocabulary.ts';

/** How what stands in a placeholder is replaced. */
export interface Hiding {
  readonly text: (text: string) => string;
  readonly integer: (digits: string) => string;
}

/** Placeholders whose numbers are the service's own. */
const NUMBERS = new Set(['THROTTLING_COUNT', 'HTTP_CODE']);

/** What no word is made of, and stays. */
const PLAIN = /^[\s.,:;()\-/_'"!?]$/;

/** How much of a template is its own. */
const ownLength = (template: string): number => template.replace(/\{\w+\}/g, '').length;

/** What may stand between a text and its message, and behind that, where both are in one field. */
export const JOINTS: readonly (readonly [between: string, behind: string])[] = [
  [' / ', ''],
  [': ', ''],
  [' - ', ''],
  [', ', ''],
  ['. ', ''],
  [' (', ')'],
];

const PLACEHOLDER = /\{([A-Z]\w*)\}/;

/** Makes the function that hides what an error says of somebody. */
export function createErrorTexts(
  operations: readonly Operation[],
  vocabulary: Vocabulary,
): (text: string, hiding: Hiding) => string {
  const rows = operations.flatMap(({ examples }) =>
    examples.flatMap(({ row }) =>
      typeof row?.message === 'string'
        ? [
            row.text,
            row.message,
            ...JOINTS.map(([between, behind]) => `${String(row.text)}${between}${String(row.message)}${behind}`),
          ]
        : [row?.text],
    ),
  );
  const templates = [...new Set(rows.filter((text) => typeof text === 'string'))]
    .filter((text) => /[a-z]/i.test(text.replace(/\{\w+\}/g, '')))
    .sort((a, b) => ownLength(b) - ownLength(a))
    .map((template) => ({ parts: template.split(PLACEHOLDER), pattern: patternOf(template) }));
  return (text, hiding) => {
    for (const { parts, pattern } of templates) {
      const found = pattern.exec(text);
      if (!found) continue;
      return parts.map((part, i) => (i % 2 === 0 ? part : filled(part, found[(i + 1) / 2] ?? '', hiding))).join('');
    }
    return (text.slice(0, 400).match(/[A-Za-z]+|\d+|[^A-Za-z\d]/g) ?? [])
      .map((token) => wordOf(token, vocabulary))
      .join('');
  };
}

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(PLACEHOLDER)
      .map((part, i) => (i % 2 === 0 ? part.replace(/[^\w\s]/g, '\\$&') : '(.*?)'))
      .join('')}$`,
    's',
  );

function filled(placeholder: string, value: string, { text, integer }: Hiding): string {
  if (NUMBERS.has(placeholder) && /^\d{1,5}$/.test(value)) return value;
  return placeholder === 'WALLET_ID' && /^\d{1,19}$/.test(value) ? integer(value) : text(value);
}

function wordOf(token: string, { isErrorWord }: Vocabulary): string {
  if (/^[A-Za-z]/.test(token)) return isErrorWord(token) ? token : '…';
  return /^\d/.test(token) ? '#' : PLAIN.test(token) ? token : '*';
}
