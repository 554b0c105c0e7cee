// The collection for Postman has every operation of the document, filled in with its examples, and is the same from build to build.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, type OperationId } from '@wallet-operations/openapi/operations';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postman } from '../../scripts/steps/postman.ts';
import { Problem } from '../../scripts/lib/problems.ts';

interface Request {
  name: string;
  request: {
    method: string;
    url: { path: string[] };
    header: { key: string; value: string }[];
    body?: { raw?: string };
  };
  response: { code: number; body: string }[];
}

const staging = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
const source = new URL(import.meta.resolve('@wallet-operations/openapi/openapi.json'));
const build = async () => {
  await postman({ staging, signal: new AbortController().signal });
  return readFileSync(join(staging, 'docs', 'postman.json'), 'utf8');
};

let text: string;
let folders: { name: string; item: Request[] }[];
beforeAll(async () => {
  copyFileSync(source, join(staging, 'openapi.json'));
  text = await build();
  folders = (JSON.parse(text) as { item: typeof folders }).item;
});
afterAll(() => {
  rmSync(staging, { recursive: true });
});

const requestOf = (operationId: OperationId): Request => {
  const { summary } = operations[operationId];
  const found = folders.flatMap(({ item }) => item).find(({ name }) => name === summary);
  if (!found) throw new Error(`The collection has no ${summary}.`);
  return found;
};
const ids = Object.keys(operations) as OperationId[];

test('has every operation once, in the folder of its tag', () => {
  const wanted = ids.map((id) => [operations[id].tag, operations[id].summary].join(': '));
  const found = folders.flatMap(({ name, item }) => item.map((request) => [name, request.name].join(': ')));
  expect(found.toSorted()).toEqual(wanted.toSorted());
});

test.each(ids)('%s goes to its path, with the segment of the product and the right API code', (operationId) => {
  const { request } = requestOf(operationId);
  const { method, path, readOnlyApiCode } = operations[operationId];
  const code = readOnlyApiCode ? '{{read_only_api_code}}' : '{{api_code}}';
  expect(request.method).toBe(method.toUpperCase());
  expect(request.url.path.join('/')).toBe(
    path
      .slice(1)
      .replace(/\{(\w+)\}/g, ':$1')
      .replace('/svc/', '/{{product}}/'),
  );
  expect(request.header.filter(({ key }) => key === 'X-API-CODE')).toEqual([{ key: 'X-API-CODE', value: code }]);
});

test.each(ids.filter((id) => operations[id].requestBody))('%s sends an example of the document', (operationId) => {
  const values = Object.entries(document.components.examples)
    .filter(([name]) => name.startsWith(`${operationId}.request.`))
    .map(([, { value }]) => value);
  expect(values).toContainEqual(JSON.parse(requestOf(operationId).request.body?.raw ?? ''));
});

test.each(ids)('%s shows an answer for each status', (operationId) => {
  const statuses = requestOf(operationId).response.map(({ code }) => code);
  expect(new Set(statuses)).toEqual(new Set(operations[operationId].statuses));
});

test('is the same, byte for byte, when it is built again', async () => {
  expect(await build()).toBe(text);
});

test('holds no secret, and is set up for the mock', () => {
  const { variable } = JSON.parse(text) as { variable: { key: string; value: string }[] };
  const values = Object.fromEntries(variable.map(({ key, value }) => [key, value]));
  expect(values).toMatchObject({ secret: 'any', api_code: 'any', read_only_api_code: 'any', product: 'svc' });
  expect(values).toMatchObject({ base_url: '127.0.0.1:4010', protocol: 'http' });
});

test('of a document that cannot be converted, says so', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
  copyFileSync(join(import.meta.dirname, '..', '..', 'package.json'), join(broken, 'openapi.json'));
  await expect(postman({ staging: broken, signal: new AbortController().signal })).rejects.toThrow(Problem);
  rmSync(broken, { recursive: true });
});
