// The static page of an operation says all that the document says of it: fields with their limits, examples, errors, samples.
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operations } from '@wallet-operations/openapi/operations';
import { describe, expect, test } from 'vitest';
import { endpointsOf, type Bundle } from '../../scripts/lib/bundle.ts';
import { samplesOf } from '../../scripts/steps/docs/samples.ts';
import { staticFiles } from '../../scripts/steps/docs/static/index.ts';
import { elementsOf, type Element } from './published.ts';

type Node = Record<string, unknown>;
const bundle = document as unknown as Bundle;
const files = staticFiles(bundle);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const follow = (node: Node): Node =>
  typeof node.$ref === 'string'
    ? follow({
        ...(node.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>((found, key) => (found as Node)[key], document) as Node),
        ...Object.fromEntries(Object.entries(node).filter(([key]) => key !== '$ref')),
      })
    : node;

const FACTS = [
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'pattern',
  'format',
  'x-unit',
];

/** What a reader needs of a schema: names, descriptions, limits, values and their names, the errors of what does not fit. */
function factsOf(schema: Node): { texts: string[]; errors: string[] } {
  const facts = { texts: [] as string[], errors: [] as string[] };
  const walk = (node: unknown): void => {
    if (!isNode(node)) return;
    const { properties, items, additionalProperties, allOf, oneOf, description, ...rest } = follow(node);
    if (typeof description === 'string') facts.texts.push(description);
    for (const fact of FACTS) if (fact in rest) facts.texts.push(String(rest[fact]));
    for (const list of ['enum', 'x-extensible-enum', 'x-enum-varnames', 'x-extensible-enum-varnames'])
      if (Array.isArray(rest[list])) facts.texts.push(...rest[list].map(String));
    if ('default' in rest) facts.texts.push(`default ${JSON.stringify(rest.default)}`);
    facts.errors.push(...strings(rest['x-refused-as']));
    if (isNode(properties)) facts.texts.push(...Object.keys(properties));
    for (const inner of [properties, allOf, oneOf].filter(isNode).flatMap((one) => Object.values(one))) walk(inner);
    walk(items);
    walk(additionalProperties);
  };
  walk(schema);
  return facts;
}

const strings = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isNode(value) ? Object.values(value).flatMap(strings) : [];

const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

interface Shown {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: Node[];
  readonly requestBody?: Node;
  readonly responses: Record<string, Node>;
  readonly security?: object[];
}

const callable = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as unknown as Record<string, Shown>)
    .filter(([, operation]) => 'operationId' in operation)
    .map(([method, operation]) => ({
      method,
      path,
      own: (item as { parameters?: Node[] }).parameters ?? [],
      operation,
    })),
);
const received = Object.entries(document.webhooks).map(([path, { post }]) => ({
  method: 'post',
  path,
  own: [] as Node[],
  operation: post,
}));

test('there is a page for each of them', () => {
  expect([callable.length, received.length]).toEqual([Object.keys(operations).length, 2]);
});

describe.each([...callable, ...received])('$operation.operationId', ({ method, path, own, operation }) => {
  const elements = elementsOf(files.get(`operations/${operation.operationId}.html`) ?? '');
  const main = elements.find(({ name }) => name === 'main')?.text ?? '';
  const text = plain(main);
  const codes = elements.filter(({ name }) => name === 'code');
  const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((body) => {
    const content = body && (follow(body).content as Record<string, Node> | undefined)?.['application/json'];
    return content ? [content] : [];
  });
  const parameters = [...own, ...(operation.parameters ?? [])].map(follow);

  test('says what it is and how it is called', () => {
    expect(elements.find(({ name }) => name === 'h1')?.text).toBe(operation.summary);
    expect(text).toContain(plain(operation.description));
    if (path.startsWith('/')) expect(codes[0]?.text.trim()).toBe(`${method.toUpperCase()} ${path}`);
    const secured = operation.security?.length !== 0;
    for (const name of ['X-API-CODE', 'X-CHECKSUM', 't']) {
      if (secured) expect(codes.map((code) => code.text)).toContain(name);
    }
    for (const parameter of parameters) {
      const entry = itemOf(elements, String(parameter.name));
      expect(entry).toContain(`in ${String(parameter.in)}`);
      expect(entry.includes('required')).toBe(parameter.required === true);
      expect(entry).toContain(plain(String(parameter.description)));
    }
  });

  test('says every field of its bodies, with type and limits', () => {
    const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
    const schemas = [operation.requestBody, ...good.map(([, response]) => response)].flatMap((body) => {
      const content = body && (follow(body).content as Record<string, Node> | undefined)?.['application/json'];
      return content ? [content.schema] : [];
    });
    for (const schema of [...schemas, ...parameters.map(({ schema: own }) => own)].filter(isNode)) {
      const { texts, errors } = factsOf(schema);
      expect(texts.filter((fact) => !text.includes(plain(fact)) && !main.includes(fact))).toEqual([]);
      expect(errors.filter((reason) => !leadsTo(elements, reason))).toEqual([]);
    }
  });

  test('has every example of its bodies, and every error with a link', () => {
    const shown = codes
      .filter(({ attributes }) => attributes.class === 'language-json')
      .map((code) => JSON.parse(code.text) as unknown);
    for (const { examples = {} } of bodies)
      for (const example of Object.values(examples as Record<string, Node>).map(follow)) {
        const { 'x-error': row, value } = example as { 'x-error'?: { reason: string }; value?: unknown };
        if (row) expect(leadsTo(elements, row.reason), row.reason).toBe(true);
        else expect(shown).toContainEqual(value);
      }
  });
});

test.each(endpointsOf(bundle))('$operation.operationId: has all code samples as they are', (endpoint) => {
  const shown = elementsOf(files.get(`operations/${endpoint.operation.operationId}.html`) ?? '');
  const blocks = shown.filter(({ name }) => name === 'pre').map(({ text }) => text.trim());
  const samples = samplesOf(bundle, endpoint).map(({ source }) => source.trim());
  expect(samples.filter((source) => !blocks.includes(source))).toEqual([]);
  expect(samples.length).toBeGreaterThan(2);
});

test('says what is assumed at the field of which it is', () => {
  const fees = itemOf(elementsOf(files.get('operations/depositCallback.html') ?? ''), 'fees');
  expect(fees).toMatch(/^fees string.* Not shown: the unit of a callback's fees\. Assumed: the smallest unit/);
});

/** The list entry that begins with a name. */
function itemOf(elements: readonly Element[], name: string): string {
  const items = elements.filter((element) => element.name === 'li').map(({ text }) => plain(text));
  return items.find((item) => item.startsWith(`${name} `)) ?? '';
}

function leadsTo(elements: readonly Element[], reason: string): boolean {
  return elements.some(({ attributes }) => attributes.href === `../errors/${reason}.html`);
}
