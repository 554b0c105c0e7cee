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

/** The end of a message about a house rule: where the guide explains it. */
export const guide = (heading: string): string => `See openapi/README.md#${heading}`;

/** Throws a {@link Problem} that lists the findings, if there are any. */
export function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new Problem(listed(findings), distinct(findings).length);
}

/** The findings as text for a terminal. */
export function listed(findings: readonly Finding[]): string {
  const texts = distinct(findings);
  const shown = texts.slice(0, SHOWN);
  if (texts.length > SHOWN) shown.push(`… and ${String(texts.length - SHOWN)} more`);
  return shown.join('\n\n');
}

/** What many operations share is wrong once. */
function distinct(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ where, rule, message }) => `${where}\n${wrap(`${rule}: ${message}`)}`))];
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

/** Runs what a script is for: a {@link Problem} ends it with its message alone and exit code 1, a defect with its stack. */
export async function reportingProblems(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
