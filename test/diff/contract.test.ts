// Changes of the contract are rated by what they do to callers, and told in the words of callers.
import { beforeAll, expect, test } from 'vitest';
import { contractLines } from './contract-lines.ts';
import { baseDocument, changed, listThings, makeThing, naming } from './pair.ts';

/** One change in each line, all of them at places of their own. */
const revision = changed((d) => {
  const thing = d.components.schemas.Thing;
  thing.properties['id'] = { type: 'integer', format: 'int64', description: 'Its ID.' };
  thing.properties['colours'] = { type: 'string', enum: ['red', 'blue'], pattern: '^[a-z]{1,9}$' };
  Object.assign(thing.properties['size'] ?? {}, { pattern: '^[0-9]*$' });
  thing.properties['colour'] = { type: 'string' };
  listThings(d).parameters.push({ name: 'state', in: 'query', schema: { type: 'string' } });
  Object.assign(listThings(d).parameters[0]?.schema ?? {}, { maximum: 100 });
  listThings(d)['deprecated'] = true;
  Object.assign(naming(d)['name'] ?? {}, { pattern: '^[a-z]+$' });
  Object.assign(naming(d)['code'] ?? {}, { pattern: '^[a-z]+$' });
  Object.assign(naming(d)['strict'] ?? {}, { default: false, deprecated: true });
  Object.assign(naming(d)['quick'] ?? {}, { default: true });
  naming(d)['loud'] = { type: 'boolean', readOnly: true };
  makeThing(d)['x-repeatable'] = 'always';
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
  const [server] = d.servers;
  d.servers = [{ url: 'http://127.0.0.1:1' }, { ...server, variables: { host: { default: 'things.example' } } }];
  d.info.version = '1.3.0';
});

let lines: string[];
beforeAll(async () => {
  lines = await contractLines(baseDocument(), revision);
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
  ['a default of a request', 'major `makeThing` request `strict`: default was `true`, is `false`'],
  ['a default that a request had', 'major `makeThing` request `loud`: default was `false`, is `nothing`'],
  ['a field that may not be sent', 'major `makeThing` request `loud`: readOnly was `nothing`, is `true`'],
  ['a default that a request had not', 'minor `makeThing` request `quick`: default was `nothing`, is `true`'],
  [
    'a request that may be less',
    "major `makeThing` request `name`: `pattern` of `name` changed from '^[a-z]*$' to '^[a-z]+$'",
  ],
  [
    'a request that may be more',
    "minor `makeThing` request `code`: `pattern` of `code` changed from '^[a-c]+$' to '^[a-z]+$'",
  ],
  [
    'an answer that is less',
    "minor `Thing.colours` (`listThings`, `makeThing`): `pattern` of `colours` changed from '^[a-z]+$' to '^[a-z]{1,9}$'",
  ],
  [
    'an answer that is more',
    "major `Thing.size` (`listThings`, `makeThing`): `pattern` of `size` changed from '^[0-9]+$' to '^[0-9]*$'",
  ],
  [
    'another order of values',
    'patch `Thing.colours` (`listThings`, `makeThing`): lists the values of enum in another order',
  ],
  ['an operation that will go', 'minor `listThings`: deprecated was `nothing`, is `true`'],
  ['a field that will go', 'minor `makeThing` request `strict`: deprecated was `nothing`, is `true`'],
  ['a group of the docs', 'patch tag `Words`: Tag was added'],
  ['a server', 'minor servers 0: Server was added'],
  ['a server with other words', 'patch servers 1: Server changed'],
  ['a summary', 'patch `makeThing`: has another summary'],
  ['a description', 'patch `Thing.id` (`listThings`, `makeThing`): has another description'],
  ['a format beside its type', 'patch `Thing.id` (`listThings`, `makeThing`): format was `nothing`, is `"int64"`'],
])('tells of %s', (_what, line) => {
  expect(lines).toContain(line);
});

test('tells of nothing else: not of the version, which a change does not make, nor of extensions, which are compared apart', () => {
  expect(lines).toHaveLength(23);
});
