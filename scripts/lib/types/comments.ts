// Comments as an editor shows them: the text first and as Markdown, then tags.

const COMMENT = /^( *)\/\*\*([\s\S]*?)\*\/\n/gm;

/** The printed types with each comment put in order. */
export function tidyComments(text: string): string {
  return text.replace(COMMENT, (_, indent: string, comment: string) => commentOf(linesOf(comment), indent));
}

/** A comment, in as many lines as it needs. */
export function commentOf(lines: readonly string[], indent = ''): string {
  const [only, ...more] = lines.map((line) => line.replaceAll('*/', '*\\/')); // which would end it
  if (only === undefined) return '';
  if (more.length === 0) return `${indent}/** ${only} */\n`;
  return [`${indent}/**`, ...[only, ...more].map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    '\n',
  );
}

/** What openapi-typescript writes, without what the type shows, and without the depth that Markdown takes for code. */
function linesOf(comment: string): string[] {
  const lines = comment.trim().split('\n').map((line) => line.replace(/^ *\* ?/, '').replace(/^ {4}/, '').trim()); // prettier-ignore
  const text = lines.filter((line) => !/^(Format: |@enum )/.test(line)).join('\n');
  return text.replace(/\n@description /, '\n\n').replace(/^@description /, '').trim().split('\n'); // prettier-ignore
}
