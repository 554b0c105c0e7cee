/** Fields whose names are assumed: renamed in their schema, in the examples of it, and in what says how to page through it. */
import { follow, isNode, jsonContent, type Node } from '@wallet-operations/validator';
import type { PointedDocument, Points } from './document.ts';

/** What renames the fields of the object that is marked with a point. */
export const writeFields =
  (id: string) =>
  (schema: Node, points: Points, before: Points, document: PointedDocument): void => {
    const [old, now] = [before, points].map((all) => all[id]?.value as Record<string, string>);
    const names = new Map(Object.entries(old ?? {}).map(([part, name]) => [name, now?.[part] ?? name]));
    const renamed = (name: string): string => names.get(name) ?? name;
    const rename = (value: unknown): unknown =>
      isNode(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [renamed(name), inner])) : value;

    schema.properties = rename(schema.properties);
    schema.required = (schema.required as string[]).map(renamed);
    for (const { operation, media } of answersOf(document)) {
      if (follow(document, media.schema) !== schema) continue;
      for (const reference of Object.values(isNode(media.examples) ? media.examples : {})) {
        const example = follow(document, reference);
        example.value = rename(example.value);
      }
      renameAnswers(operation['x-from-request'], renamed);
      const paging = operation['x-paging'];
      if (!isNode(paging)) continue;
      for (const part of ['records', 'total']) paging[part] = renamed(String(paging[part]));
    }
  };

/** What says which part of an answer comes from where in the request names those parts by their path, as `prices.*.currency`. */
function renameAnswers(rule: unknown, renamed: (name: string) => string): void {
  if (!isNode(rule)) return;
  for (const part of ['entries', 'keys', 'values'].filter((one) => isNode(rule[one])))
    rule[part] = Object.fromEntries(
      Object.entries(rule[part] as Node).map(([path, from]) => [path.replace(/^\w+/, renamed), from]),
    );
}

/** Every 200 of every operation. */
function answersOf(document: PointedDocument): { operation: Node; media: Node }[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item).filter(isNode));
  return operations.map((operation) => {
    const responses = isNode(operation.responses) ? operation.responses : {};
    return { operation, media: jsonContent(document, responses['200']) };
  });
}
