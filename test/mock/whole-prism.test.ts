/** The mock has a validator of its own, and of Prism only what chooses examples: here it is held against Prism as a whole. */
import { createRequire } from 'node:module';
import { type Answerer, createAnswerer, type OpenApiDocument } from '@wallet-operations/mock';
import openapi from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { createAnswerCheck, memoized, operationsOf } from '@wallet-operations/validator';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from './document.ts';

/** A request within the document, its credentials left out. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface Outcome {
  /** Where and of what keyword, in lower case. */
  readonly violations: readonly string[];
  /** Undefined for a request that does not fit. */
  readonly answer: unknown;
}
type Judge = (request: Asked) => Promise<Outcome>;

const nothing = (): undefined => undefined;
const silent = { debug: nothing, info: nothing, success: nothing, warn: nothing, error: nothing, child: () => silent };

const operationsIn = memoized((document: object) => getHttpOperationsFromSpec(structuredClone(document)));

/** Prism as a whole, as it is embedded by others. */
async function wholePrism(document: object, operationId: string): Promise<Judge> {
  const all = (await operationsIn(document)).filter((each) => each.iid === operationId);
  const settings = { isProxy: false, validateRequest: true, validateResponse: false, checkSecurity: false } as const;
  const more = { errors: false, upstreamProxy: undefined };
  return async ({ method, path, query, body }) => {
    const config = { ...settings, ...more, mock: { dynamic: false } };
    const url = { path, query: Object.fromEntries([...query.keys()].map((name) => [name, one(query.getAll(name))])) };
    const input = { method: method.toLowerCase() as 'get', url, headers: {}, body };
    const result = await createInstance(config, { logger: silent }).request(input, all, config)();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    const violations = validations.input.map(({ path: at = ['body'], code }) => keyOf(at.map(String), String(code)));
    return { violations, answer: violations.length > 0 ? undefined : [output.statusCode, output.body] };
  };
}

const keyOf = (path: readonly string[], code: string): string => `${path.join('/')} ${code}`.toLowerCase();

function mockOf(answer: Answerer): Judge {
  const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', 'content-type': 'application/json' };
  return async ({ method, path, query, body }) => {
    const url = `${path}?${query.toString()}`;
    const text = body === undefined ? '' : JSON.stringify(body);
    const { status, body: given, headers: told } = await answer({ method, url, headers, body: text });
    const found = JSON.parse(told?.['x-mock-violations'] ?? '[]') as { path: string[]; code: string }[];
    const violations = found.map(({ path: at, code }) => keyOf(at, code));
    return { violations, answer: violations.length > 0 ? undefined : [status, given] };
  };
}

const one = (values: string[]): string | string[] => (values.length > 1 ? values : (values[0] ?? ''));

/** The document without what makes answers for their requests, which Prism does not: then both have the same. */
const fixed = JSON.parse(
  JSON.stringify(openapi, (key, value: unknown) => (key === 'x-from-request' ? undefined : value)),
) as OpenApiDocument;

/** What the mock alone looks at: rules that JSON Schema has no word for, spellings of integers, what parsers disagree about. */
const STRICTER =
  /^(query\/\w+ (repeated|type|format|enum|x-not-before)|path\/\w+ (type|format)|body\S* (format|x-\w+))$/;

/** The mock says which field is undeclared, Prism in which object it is. */
const isSame = (own: string, prisms: string): boolean =>
  own === prisms || (prisms.endsWith(' additionalproperties') && own.startsWith(prisms.split(' ')[0] ?? ''));

/** What Prism says of a body that is null, or no body. */
const NULL = 'body required';

/** Prism and the mock say the same of each request, but for what the mock alone looks at; gives how many fit. */
async function agree(prism: Judge, mock: Judge, requests: readonly Asked[]): Promise<number> {
  let fitting = 0;
  for (const request of requests) {
    const [expected, actual] = [await prism(request), await mock(request)];
    if (expected.violations.length > 0) {
      expect({ request, refused: actual.answer === undefined }).toEqual({ request, refused: true });
      const unseen = expected.violations.filter(
        (each) => each.startsWith('body') && each !== NULL && !actual.violations.some((own) => isSame(own, each)),
      );
      expect({ request, unseen }).toEqual({ request, unseen: [] });
    } else if (actual.violations.length > 0) {
      expect({ request, violations: actual.violations.filter((each) => !STRICTER.test(each)) }).toEqual({
        request,
        violations: [],
      });
    } else {
      expect({ request, answer: actual.answer }).toEqual({ request, answer: expected.answer });
      fitting++;
    }
  }
  return fitting;
}

const VALUES = [null, 0, -1, 1, 1.5, 101, 1e300, '', 'x', '1,5', 'a/b', 'x'.repeat(256), true, [], {}, [1], { a: 1 }];
const TEXTS = [
  '',
  '0',
  '-1',
  '1e3',
  '0x1f',
  '1.5',
  'a',
  'a,b',
  '%2C',
  '501',
  '9223372036854775808',
  'true',
  '%C3%A9',
  '[',
];

/** A value with each of its parts replaced by each of `VALUES`, and left out. */
function variants(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return VALUES;
  const entries = Object.entries(value);
  const made = entries.flatMap(([key, part], i) => [
    entries.toSpliced(i, 1),
    ...variants(part).map((other) => entries.with(i, [key, other])),
  ]);
  const rebuilt = made.map((some): unknown =>
    Array.isArray(value) ? some.map(([, part]): unknown => part) : Object.fromEntries(some),
  );
  return [value, ...VALUES, ...rebuilt];
}

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the mock judges %s as Prism does',
  (operationId, { method, path, query, bodies, parameters }) => {
    const plain = { method, path, query: new URLSearchParams({ ...query, t: '1' }), body: bodies[0] };
    const template = (parameters[0]?.template ?? path).split('/');
    let prism: Judge;
    let mock: Judge;
    beforeAll(async () => {
      prism = await wholePrism(openapi, operationId);
      mock = mockOf(await createAnswerer(fixed));
    });

    it('in its body', async () => {
      const all = bodies.length > 0 ? bodies.flatMap(variants) : [undefined];
      const requests = all.map((body) => ({ ...plain, body }));
      expect(await agree(prism, mock, requests)).toBeGreaterThan(0);
    });

    it('in its path', async () => {
      const segments = path.split('/');
      const paths = segments.flatMap((_, i) =>
        template[i]?.startsWith('{')
          ? TEXTS.filter((text) => !['', 'a,b'].includes(text)).map((text) => segments.with(i, text).join('/'))
          : [path],
      );
      const requests = paths.map((each) => ({ ...plain, path: each }));
      expect(await agree(prism, mock, requests)).toBeGreaterThan(0);
    });

    it('in its query', async () => {
      const names = [...plain.query.keys(), 'other', '__proto__'];
      const queries = names
        .filter((name) => name !== 't') // a credential, which Prism is not asked about
        .flatMap((name) =>
          TEXTS.flatMap((text) => {
            const value = decodeURIComponent(text);
            const added = new URLSearchParams([...plain.query, [name, value]]);
            const changed = new URLSearchParams({ ...Object.fromEntries(plain.query), [name]: value });
            const without = new URLSearchParams([...plain.query].filter(([each]) => each !== name));
            return [added, changed, without];
          }),
        );
      const requests = queries.map((each) => ({ ...plain, query: each }));
      expect(await agree(prism, mock, requests)).toBeGreaterThan(0);
    });
  },
);

describe('an answer without an example is made of its schema', () => {
  const name = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 2 } } };
  const ref = (pointer: string): object => ({ $ref: `#/${pointer}` });

  /** A document with an operation whose answer has this schema, and another one with the same answer. */
  const withAnswer = (schema: object, schemas: Record<string, object>): OpenApiDocument => {
    const answer = { description: 'Made', content: { 'application/json': { schema } } };
    const plain = { description: 'Made', content: { 'application/json': { schema: name } } };
    return {
      openapi: '3.1.0',
      jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
      info: { title: 'Two operations', version: '1' },
      paths: {
        '/things': { post: { operationId: 'makeThing', responses: { '200': answer } } },
        '/others': { post: { operationId: 'makeOther', responses: { '200': plain } } },
      },
      components: { schemas },
    };
  };

  it.each<[string, object, Record<string, object>]>([
    ['made up', { ...name, properties: { ...name.properties, id: { type: 'integer', minimum: 7 } } }, {}],
    ['of allOf', { allOf: [name, { properties: { id: { type: 'string' } } }] }, {}],
    [
      'of a schema that holds itself',
      ref('components/schemas/Thing'),
      { Thing: { ...name, properties: { ...name.properties, next: ref('components/schemas/Thing') } } },
    ],
    ['of keywords beside a reference', { ...ref('components/schemas/Name'), maxProperties: 1 }, { Name: name }],
    ['of references to references', ref('components/schemas/A'), { A: ref('components/schemas/B'), B: name }],
    ['of references to elsewhere', ref('paths/~1others/post/responses/200/content/application~1json/schema'), {}],
  ])('%s', async (_, schema, schemas) => {
    const own = withAnswer(schema, schemas);
    const request = { method: 'POST', path: '/things', query: new URLSearchParams(), body: undefined };
    const { answer } = await mockOf(await createAnswerer(own))(request);
    const [status, body] = answer as [number, object];
    const [operation] = operationsOf(own);
    if (!operation) throw new Error('There is no operation.');
    expect(createAnswerCheck(own).body(operation, status, body)).toEqual([]);
    expect(body).toHaveProperty('name');
    expect((await mockOf(await createAnswerer(own))(request)).answer).toEqual(answer);
  });
});

describe('the parts are the very ones that Prism has itself', () => {
  const own = createRequire(import.meta.resolve('@wallet-operations/mock/package.json'));
  const { devDependencies } = own('./package.json') as { devDependencies: Record<string, string> };
  const prisms = createRequire(own.resolve('@stoplight/prism-http/package.json'));
  const parts = Object.keys(devDependencies).filter((name) => /^@stoplight/.test(name));

  it.each(parts)('%s', (name) => {
    expect(own.resolve(name), `raise ${name} in packages/mock to the version that Prism asks for`).toBe(
      prisms.resolve(name),
    );
  });
});
