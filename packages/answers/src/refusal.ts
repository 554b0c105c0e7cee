/** What is wrong with an answer: where it stands, what it says, and what to write instead. */
import { LineCounter, type Document } from 'yaml';

/** Its message begins with `file:line:column`. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** Refuses something of an overlay, by the keys that lead to it. */
export type Refuse = (keys: readonly (string | number)[], message: string) => never;

/** What refuses with the line of the deepest key that there is. */
export const refuseIn =
  (file: string, yaml: Document, lines: LineCounter): Refuse =>
  (keys, message) => {
    let node: unknown;
    for (let length = keys.length; length >= 0 && !hasRange(node); length--)
      node = yaml.getIn(keys.slice(0, length), true);
    const { line, col } = lines.linePos(hasRange(node) ? node.range[0] : 0);
    throw new AnswerError(`${file}:${String(line || 1)}:${String(col || 1)} ${message}`);
  };

const hasRange = (node: unknown): node is { range: [number, ...number[]] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
