// Failures that the reader can mend: where they are, what is wrong and what to do, within 80 columns and without a stack.

const WIDTH = 80;
const INDENT = '    ';
const SHOWN = 20; // more than that is one mistake many times over

/** A failure whose message says all that the reader needs. Anything else that is thrown is a defect of a script. */
export class Problem extends Error {
  /** Number of single findings that the message lists. */
  readonly count: number;

  constructor(message: string, count = 1) {
    super(message);
    this.count = count;
  }
}

/** One thing that is wrong in the document. */
export interface Finding {
  /** `file:line:column`, relative to the top folder. */
  where: string;
  /** Name of the rule that is broken. */
  rule: string;
  /** What is wrong and what to do about it. */
  message: string;
}

/** Throws a {@link Problem} that lists the findings, if there are any. */
export function refuse(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const texts = findings.map(({ where, rule, message }) => `${where}\n${wrap(`${rule}: ${message}`)}`);
  const distinct = [...new Set(texts)]; // what many operations share is wrong once
  const shown = distinct.slice(0, SHOWN);
  if (distinct.length > SHOWN) shown.push(`… and ${String(distinct.length - SHOWN)} more`);
  throw new Problem(shown.join('\n\n'), distinct.length);
}

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && INDENT.length + last.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => INDENT + line).join('\n');
}
