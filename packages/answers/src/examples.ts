/** Numbers in examples: each keeps its name, so that it gets the number that an answer gives this name. */
import { follow, isNode, type Node } from '@wallet-operations/validator';
import { marksOf, type PointedDocument, type Points } from './document.ts';
import { namesOf } from './names.ts';

/** What an example is an example of, and the object and key that it stands under. */
interface Example {
  readonly schema: unknown;
  readonly holder: Node;
  readonly key: 'value' | 'example';
}

/** Gives every number of every example, where its name has another number now, that other. Numbers without a name stay. */
export function renumberExamples(document: PointedDocument, points: Points, before: Points): void {
  const done = new Set<object>(); // an example that several operations refer to is one
  for (const { schema, holder, key } of examplesOf(document)) {
    if (done.has(holder)) continue;
    done.add(holder);
    const found = new Map<unknown, Map<string | number, readonly string[]>>();
    find(document, schema, holder, key, found);
    for (const [object, keys] of found)
      for (const [name, ids] of keys)
        (object as Record<string | number, unknown>)[name] = renumbered(
          (object as Node)[name] as number,
          ids,
          points,
          before,
        );
  }
}

function renumbered(number: number, ids: readonly string[], points: Points, before: Points): number {
  for (const id of ids) {
    const name = Object.entries(namesOf(before[id]) ?? {}).find(([, one]) => one === number)?.[0];
    if (name !== undefined) return namesOf(points[id])?.[name] ?? number;
  }
  return number;
}

/** Finds the integers under a key that stand where a schema is marked, each once, however many ways through the schema lead to it. */
function find(
  document: PointedDocument,
  written: unknown,
  holder: object,
  key: string | number,
  found: Map<unknown, Map<string | number, readonly string[]>>,
): void {
  const schema = follow(document, written);
  const value = (holder as Record<string | number, unknown>)[key];
  const ids = [schema, isNode(written) ? written : {}].flatMap(marksOf);
  if (Number.isInteger(value) && ids.length > 0) {
    const keys = found.get(holder) ?? new Map<string | number, readonly string[]>();
    found.set(holder, keys.set(key, [...(keys.get(key) ?? []), ...ids]));
  }
  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    for (const part of Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])
      find(document, part, holder, key, found);
  if (Array.isArray(value)) for (const i of value.keys()) find(document, schema.items, value, i, found);
  if (!isNode(value)) return;
  const properties = isNode(schema.properties) ? schema.properties : {};
  for (const name of Object.keys(value))
    find(document, properties[name] ?? schema.additionalProperties, value, name, found);
}

/** Every example of a request, an answer, a callback or a parameter. */
function examplesOf(document: PointedDocument): Example[] {
  const items = [
    ...Object.values(document.paths),
    ...Object.values((document.webhooks ?? {}) as typeof document.paths),
  ];
  const operations = items.flatMap((item) => [item, ...Object.values(item)]).filter(isNode);
  return operations.flatMap((operation) => {
    const bodies = [operation.requestBody, ...Object.values(isNode(operation.responses) ? operation.responses : {})];
    const media = bodies.flatMap((body) => {
      const { content } = follow(document, body);
      return Object.values(isNode(content) ? content : {});
    });
    const parameters = Array.isArray(operation.parameters) ? (operation.parameters as unknown[]) : [];
    return [...media, ...parameters.map((parameter) => follow(document, parameter))].filter(isNode).flatMap((node) => [
      ...('example' in node ? [{ schema: node.schema, holder: node, key: 'example' as const }] : []),
      ...Object.values(isNode(node.examples) ? node.examples : {}).map((reference) => ({
        schema: node.schema,
        holder: follow(document, reference),
        key: 'value' as const,
      })),
    ]);
  });
}
