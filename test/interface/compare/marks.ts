// Compares what the document says beside its schemas: open points, the words of its descriptions, the rows that answer broken keywords.
import { child, everyNode, flattened, isNode, jsonOf, locate, operationsOf, type Node } from '../document.ts';
import type { Facts } from '../compare.ts';

/** Findings on the open points that are not marked where they belong. */
export function unspecifiedFindings(document: Node, facts: Facts): string[] {
  return facts.unspecified
    .filter(([, place, what]) => !marksUnder(locate(document, place)).some((mark) => what.test(String(mark.what))))
    .map(
      ([subject, place]) =>
        `${place || 'the document'}: no x-unspecified for ${subject}, the interface does not show it`,
    );
}

/** Findings on facts that only the words of a place can tell, for the places of one operation or webhook. */
export function toldFindings(document: Node, owner: string, facts: Facts): string[] {
  return Object.entries(facts.told)
    .filter(([place]) => place.split(' ')[0] === owner)
    .flatMap(([place, words]) => {
      const text = wordsOf(locate(document, place), !place.includes(' '));
      const missing = words.split(' ').filter((word) => !holds(text, word));
      return missing.length === 0 ? [] : [`${place}: its text lacks ${missing.join(', ')}`];
    });
}

/** Findings on the error row that answers a broken keyword, for the places of one operation, or of the `scheme`s. */
export function refusalFindings(document: Node, owner: string, facts: Facts): string[] {
  const operations = [...operationsOf(document)].filter(([name]) => name === owner || owner === 'scheme');
  const rows = new Map(
    operations
      .flatMap(([, { node }]) => Object.values(child(node, 'responses')))
      .flatMap((response) => Object.entries(child(jsonOf(response), 'examples')))
      .map(([reason, example]) => [reason, child(example as Node, 'x-error')]),
  );
  return facts.refusals
    .filter(([place]) => place.split(' ')[0] === owner)
    .flatMap(([place, keyword, text]) => {
      const row = rows.get(reasonAt(locate(document, place), keyword));
      return (row?.message ?? row?.text) === text ? [] : [`${place}: ${keyword} is not refused by row "${text}"`];
    });
}

/** An operation or a scheme has one reason for all; a schema has one by keyword, or by keyword and field. */
function reasonAt(node: unknown, keyword: string): string {
  const schema = isNode(node) && isNode(node.schema) ? node.schema : node;
  const refusedAs = flattened(schema)['x-refused-as'];
  const reason = isNode(refusedAs)
    ? keyword.split('.').reduce<unknown>((map, name) => (isNode(map) ? map[name] : undefined), refusedAs)
    : refusedAs;
  return typeof reason === 'string' ? reason : '';
}

function marksUnder(node: unknown): readonly Node[] {
  return everyNode(node).flatMap((one) => [one['x-unspecified'] ?? []].flat() as Node[]);
}

/** What a reader is told at a place: an operation speaks for itself, a field with all that it holds. */
function wordsOf(node: unknown, alone: boolean): string {
  const speakers = alone && isNode(node) ? [node] : everyNode(node);
  return speakers
    .flatMap(({ title, summary, description, what, assumed, enum: values, default: preset }) =>
      [title, summary, description, what, assumed, values, preset].flat(),
    )
    .join(' ');
}

/** `a|b` either word; `word*` any word that begins so. */
function holds(text: string, word: string): boolean {
  return word.split('|').some((one) => {
    const stem = one.replace('*', '').replaceAll('.', '\\.');
    return new RegExp(`(?<![\\w-])${stem}${one.endsWith('*') ? '' : '(?!\\w)'}`, 'i').test(text);
  });
}
