// What a value may be, in a few words: its type, its limits, its values.
import type { Bundle } from '../../../lib/bundle.ts';
import { whole, type FullSchema } from '../schemas.ts';

export function typeOf(document: Bundle, schema: FullSchema): string {
  const { type = 'any', format, items, additionalProperties } = schema;
  if (type === 'array' && items) {
    const inner = typeOf(document, whole(document, items));
    return `array of ${inner.replace(/^(object|string|integer|array)/, '$1s')}`;
  }
  const closed = additionalProperties === false ? ' without other fields' : '';
  return `${type}${format === undefined ? '' : ` (${format})`}${closed}`;
}

export function limitsOf(schema: FullSchema): string[] {
  const { enum: listed, 'x-extensible-enum': open, pattern, default: usual, 'x-unit': unit } = schema;
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(undefined, schema.maxProperties, 'entry'),
    unit && `in ${unit}`,
    listed && `one of ${values(listed, schema['x-enum-varnames'])}`,
    open && `one of ${values(open, schema['x-extensible-enum-varnames'])}; others may come`,
    pattern && `pattern ${code(pattern)}`,
    usual !== undefined && `default ${code(JSON.stringify(usual))}`,
  ].filter((limit) => typeof limit === 'string' && limit !== '') as string[];
}

function range(from: number | undefined, to: number | undefined, of: 'character' | 'item' | 'entry' | ''): string {
  const several = of === 'entry' ? 'entries' : `${of}s`;
  const noun = of === '' ? '' : ` ${(to ?? from) === 1 ? of : several}`;
  if (from !== undefined && to !== undefined) return `${String(from)} to ${String(to)}${noun}`;
  if (to !== undefined) return `at most ${String(to)}${noun}`;
  return from === undefined ? '' : `at least ${String(from)}${noun}`;
}

function values(numbers: readonly unknown[], names: readonly string[] = []): string {
  return numbers
    .map((value, i) => [code(String(value)), names[i]].filter((part) => part !== undefined).join(' '))
    .join(', ');
}

/** A code span, also of what has backticks in it. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
