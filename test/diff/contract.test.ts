// Changes of the contract are rated by what they do to callers, our own extensions among them, and told in the words of callers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractChanges } from '../../scripts/diff/contract.ts';
import { asBundle, baseDocument, changed, listThings, makeThing } from './pair.ts';

const folder = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** One change in each line, all of them at places of their own. */
const revision = changed((d) => {
  const thing = d.components.schemas.Thing;
  thing.properties['id'] = { type: 'integer', format: 'int64', description: 'Its ID.' };
  delete thing.properties['made_at']?.['x-unit'];
  thing.properties['colour'] = { type: 'string' };
  listThings(d)['x-paging'] = undefined;
  listThings(d).parameters.push({ name: 'state', in: 'query', schema: { type: 'string' } });
  Object.assign(listThings(d).parameters[0]?.schema ?? {}, { maximum: 100 });
  listThings(d)['x-open'] = { what: 'unknown' };
  listThings(d)['x-batch'] = { asks: 'ids', atMost: 10, finds: 'things' };
  makeThing(d)['x-repeatable'] = 'always';
  makeThing(d)['x-refused-as'] = 'bad_name';
  makeThing(d).requestBody.content['application/json'].schema.required.push('note');
  makeThing(d)['summary'] = 'Make one thing';
  Object.assign(d.paths, {
    '/things/{ID}': {
      delete: {
        operationId: 'deleteThing',
        parameters: [{ name: 'ID', in: 'path', required: true, schema: {} }],
        responses: { '200': { description: 'Gone.' } },
      },
    },
  });
  d.tags.push({ name: 'Words' });
  d.info.version = '1.3.0';
});

let lines: string[];
beforeAll(async () => {
  const files = { base: join(folder, 'base.json'), revision: join(folder, 'revision.json') };
  writeFileSync(files.base, JSON.stringify(baseDocument()));
  writeFileSync(files.revision, JSON.stringify(revision));
  const pair = {
    files,
    base: asBundle(baseDocument()),
    revision: asBundle(JSON.parse(JSON.stringify(revision)) as typeof revision),
  };
  const changes = await contractChanges(pair, { staging: folder, signal: new AbortController().signal });
  lines = changes.map(({ bump, where, what }) => `${bump} ${where}: ${what}`);
});

test.each([
  [
    'the type of a field',
    "major `Thing.id` (`listThings`, `makeThing`): Type of `id` widened from 'string' to 'integer'",
  ],
  ['a lower bound of a request', "major `listThings` parameter `limit`: Upper bound changed from '<= 500' to '<= 100'"],
  ['a field that a request must have', 'major `makeThing` request: Properties became required: `note`'],
  ['a new parameter', 'minor `listThings` parameter `state`: Parameter was added'],
  ['a new field of an answer', 'minor `Thing.colour` (`listThings`, `makeThing`): Schema was added'],
  ['a new operation', 'minor `deleteThing`: was added'],
  ['how a call may be repeated', 'major `makeThing`: x-repeatable was `"never"`, is `"always"`'],
  [
    'seconds that are none any more',
    'major `Thing.made_at` (`listThings`, `makeThing`): x-unit was `"seconds"`, is `nothing`',
  ],
  ['pages that are none any more', 'major `listThings`: x-paging was removed'],
  ['a list that may be split', 'minor `listThings`: x-batch was added'],
  ['the answer to a malformed request', 'minor `makeThing`: x-refused-as was `nothing`, is `"bad_name"`'],
  ['an extension that programs do not read', 'patch `listThings`: x-open was added'],
  ['a group of the docs', 'patch tag `Words`: Tag was added'],
  ['a summary', 'patch `makeThing`: has another summary'],
  ['a description', 'patch `Thing.id` (`listThings`, `makeThing`): has another description'],
  ['a format beside its type', 'patch `Thing.id` (`listThings`, `makeThing`): format was `nothing`, is `"int64"`'],
])('tells of %s', (_what, line) => {
  expect(lines).toContain(line);
});

test('tells of nothing else: not of the version, which a change does not make', () => {
  expect(lines).toHaveLength(16);
});
