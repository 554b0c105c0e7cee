// The documents of these tests, and what a document comes to: references followed, and what says nothing left out. It knows that by
// itself, so that a mutant that is the same in other words is found.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Node } from '@wallet-operations/spec-mutation';
import { parse } from 'yaml';

const fixtures = join(import.meta.dirname, 'fixtures');
const constructs = join(fixtures, 'constructs');

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const read = (file: string): Node =>
  JSON.parse(JSON.stringify(parse(readFileSync(file, 'utf8'), { merge: true }))) as Node;
export const construct = (name: string): Node => read(join(constructs, `${name}.yaml`));

/** Each construct by itself. */
export const CONSTRUCTS: readonly (readonly [name: string, document: Node])[] = readdirSync(constructs).map((file) => [
  basename(file, '.yaml'),
  read(join(constructs, file)),
]);

/** Those, and documents with much of what there is. */
export const ALL: readonly (readonly [name: string, document: Node])[] = [
  ...CONSTRUCTS,
  ...['everything-3.0', 'everything-3.1', 'pets'].map((name): [string, Node] => [
    name,
    read(join(fixtures, `${name}.yaml`)),
  ]),
  ['museum', read(join(import.meta.dirname, 'museum', 'museum.yaml'))],
];

/** What a place of a document is, by its JSON pointer. */
export function found(document: unknown, ref: string): unknown {
  const steps = decodeURIComponent(ref.slice(2)).split('/');
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (value as Node | undefined)?.[step], document);
}

/** Keywords under which an empty schema says nothing. */
const SILENT = ['items', 'schema', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'contentSchema'];

/** A document as it is read: each reference is what it leads to, and what goes without saying is not said. */
export function plain(document: Node): unknown {
  const is30 = String(document.openapi).startsWith('3.0');
  const schemas = (document.components as Record<string, Node> | undefined)?.schemas ?? {};
  const read = (value: unknown, stack: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => read(one, stack));
    if (!isNode(value)) return value;
    const { $ref, ...others } = value;
    if (typeof $ref === 'string' && $ref.startsWith('#/')) {
      const target = found(document, $ref);
      const inner = stack.includes($ref) ? { again: stack.indexOf($ref) } : read(target, [...stack, $ref]);
      if (is30 || Object.keys(others).length === 0) return inner;
      return { ...(read(others, stack) as Node), beside: inner };
    }
    const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
      key,
      key === 'mapping' && isNode(one)
        ? Object.fromEntries(
            Object.entries(one).flatMap(([name, to]) =>
              String(to).split('/').at(-1) === name
                ? []
                : [[name, Object.hasOwn(schemas, String(to)) ? `#/components/schemas/${String(to)}` : to]],
            ),
          )
        : key === 'allOf' && Array.isArray(one)
          ? one.map((part) => read(part, stack)).filter((part) => !isEmpty(part))
          : read(one, stack),
    ]);
    return Object.fromEntries(
      entries.filter(([key, one]) => !isSilent(key, one, value)).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return read(document, []);
}

function isEmpty(value: unknown): boolean {
  return value === true || (isNode(value) && Object.keys(value).length === 0);
}

function isSilent(key: string, value: unknown, node: Node): boolean {
  if (SILENT.includes(key)) return isEmpty(value);
  if (key === 'allOf') return Array.isArray(value) && value.length === 0;
  if (key === 'minContains') return value === 1;
  if (key === 'minLength' || key === 'minItems') return value === 0;
  if (key === 'minProperties' && Array.isArray(node.required)) return Number(value) <= node.required.length;
  if (key === 'required' || key === 'deprecated' || key === 'readOnly' || key === 'writeOnly') return value === false;
  return false;
}
