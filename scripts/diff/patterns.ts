// Whether one pattern takes all that another takes. As sets of texts that can be decided, as expressions it cannot be seen.
import { DFA, isDisjointWith, JS, NFA } from 'refa';

/** What became of the texts that a pattern takes; `other` where some came and some went, or where nobody can tell. */
export type Shift = 'same' | 'wider' | 'narrower' | 'other';

/** Compares two patterns of JSON Schema; undefined takes every text. */
export function shift(before: string | undefined, after: string | undefined): Shift {
  if (before === after) return 'same';
  if (before === undefined || after === undefined) return before === undefined ? 'narrower' : 'wider';
  try {
    const [keeps, adds] = [takesAllOf(after, before), !takesAllOf(before, after)];
    return keeps ? (adds ? 'wider' : 'same') : adds ? 'other' : 'narrower';
  } catch {
    return 'other'; // a lookaround, a back reference, or too large to compare
  }
}

function takesAllOf(pattern: string, other: string): boolean {
  const [rest, texts] = [textsOf(pattern), textsOf(other)];
  rest.complement();
  return isDisjointWith(rest, texts);
}

/** The texts that a pattern takes. It is looked for anywhere in them, unless it says that it begins and ends there. */
function textsOf(pattern: string): DFA {
  const [, start, inner = '', end] = /^(\^?)(.*?)(\$?)$/s.exec(pattern.replace(/\\\$$/, '\\u0024')) ?? [];
  const source = `${start ? '' : '[^]*'}(?:${inner})${end ? '' : '[^]*'}`;
  const parser = JS.Parser.fromLiteral({ source, flags: 'u' });
  const { expression, maxCharacter } = parser.parse({ assertions: 'throw', backreferences: 'throw' });
  return DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }));
}
