// The tables and types that the build makes of a document, on one small enough to be read beside them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors } from '../../scripts/steps/errors.ts';
import { operations } from '../../scripts/steps/operations.ts';
import { packageJson } from '../../scripts/steps/package.ts';
import { types } from '../../scripts/steps/types.ts';

const body = (schema: object) => ({ 'application/json': { schema } });
const row = { $ref: '#/components/examples/400-bad_name' };

const document = {
  openapi: '3.1.1',
  info: { title: 'Small', version: '1.2.3' },
  security: [{ ApiCode: [] }],
  paths: {
    '/things/{ID}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      post: {
        operationId: 'renameThing',
        summary: 'Rename a thing',
        tags: ['Things'],
        requestBody: { required: true, content: body({ $ref: '#/components/schemas/Renaming' }) },
        responses: {
          '200': { description: 'Done' },
          '400': { description: 'Refused', content: { 'application/json': { examples: { bad_name: row } } } },
        },
      },
    },
    '/things': {
      get: {
        operationId: 'listThings',
        summary: 'List things',
        tags: ['Things'],
        security: [{ ReadOnlyApiCode: [] }],
        parameters: [
          { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Limit' } },
          { name: 'kind', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: { '200': { description: 'Things' } },
      },
    },
  },
  webhooks: {
    thingRenamed: {
      post: { requestBody: { content: body({ type: 'string' }) }, responses: { '200': { description: 'OK' } } },
    },
  },
  components: {
    parameters: { Id: { name: 'ID', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } } },
    schemas: {
      Limit: { type: 'integer', default: 10, maximum: 500 },
      Renaming: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, force: { type: 'boolean', default: false } },
      },
    },
    examples: {
      '400-bad_name': {
        summary: 'The name is taken.',
        description: 'Choose another;\nthen try again.\n',
        value: { error: 'Bad name', error_code: 7, message: 'a is a or b' },
        'x-error': { reason: 'bad_name', status: 400, code: 7, text: 'Bad name', message: '{NAME} is {NAME} or {WHY}' },
      },
    },
  },
};

const staging = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
const build = { staging, signal: new AbortController().signal };
const read = (file: string): string => readFileSync(join(staging, file), 'utf8');
const load = (file: string): Promise<unknown> => import(pathToFileURL(join(staging, file)).href);

beforeAll(async () => {
  writeFileSync(join(staging, 'openapi.json'), JSON.stringify(document));
  for (const step of [errors, operations, packageJson, types]) await step(build);
});

afterAll(() => {
  rmSync(staging, { recursive: true });
});

const renameThing = {
  method: 'post',
  path: '/things/{ID}',
  tag: 'Things',
  summary: 'Rename a thing',
  readOnlyApiCode: false,
  pathParameters: { ID: { required: true, default: null, maximum: null } },
  queryParameters: {},
  requestBody: { required: true },
  statuses: [200, 400],
  errors: { '400': ['bad_name'] },
};

const listThings = {
  method: 'get',
  path: '/things',
  tag: 'Things',
  summary: 'List things',
  readOnlyApiCode: true,
  pathParameters: {},
  queryParameters: {
    limit: { required: false, default: 10, maximum: 500 },
    kind: { required: true, default: null, maximum: null },
  },
  requestBody: null,
  statuses: [200],
  errors: {},
};

const badName = {
  status: 400,
  code: 7,
  text: 'Bad name',
  message: '{NAME} is {NAME} or {WHY}',
  placeholders: ['NAME', 'WHY'],
  condition: 'The name is taken.',
  remedy: 'Choose another; then try again.',
  operations: ['renameThing'],
};

test('operations.js has every operation, in order', async () => {
  const loaded = (await load('operations.js')) as { operations: object };
  expect(loaded.operations).toEqual({ renameThing, listThings });
  expect(Object.keys(loaded.operations)).toEqual(['renameThing', 'listThings']);
});

test('errors.js has every row, with the operations that can give it', async () => {
  expect(await load('errors.js')).toMatchObject({ errors: { bad_name: badName } });
});

test.each(['operations', 'errors'])('%s.d.ts declares the very values as literal types', (name) => {
  const json = (text: string) => text.slice(text.indexOf('{'), text.lastIndexOf('\n};') + 2);
  expect(json(read(`${name}.d.ts`))).toBe(json(read(`${name}.js`)));
});

test('types.d.ts has paths and webhooks; a field with a default may be left out', () => {
  const text = read('types.d.ts');
  expect(text).toContain('"/things/{ID}"');
  expect(text).toContain('thingRenamed: {');
  expect(text).toMatch(/name: string;\s+\/\*\* @default false \*\/\s+force\?: boolean;/);
});

test.each(['operations.js', 'operations.d.ts', 'errors.js', 'errors.d.ts', 'types.d.ts'])(
  '%s says what made it',
  (file) => {
    expect(read(file).split('\n')[0]).toMatch(/^\/\/ Generated by `npm run build`/);
  },
);

test('package.json has the version of the document', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({ name: '@wallet-operations/openapi', version: '1.2.3' });
});
