// What breaks nobody and is more than words is new for callers: a request may be more, less is asked for, an answer promises more.
import { beforeAll, expect, test } from 'vitest';
import { contractLines } from './contract-lines.ts';
import { changed, listThings, makeThing, naming, type Small } from './pair.ts';

type Node = Record<string, unknown>;

const hook = { type: 'object', properties: { size: { type: 'string', maxLength: 9 } } };

/** The document with demands that can be lowered. */
const base = (): Small =>
  changed((d) => {
    Object.assign(naming(d)['name'] ?? {}, { maxLength: 5, pattern: undefined });
    Object.assign(naming(d)['note'] ?? {}, { format: 'date' });
    Object.assign(naming(d)['code'] ?? {}, { enum: ['a', 'b'], pattern: undefined });
    Object.assign(bodyOf(d), {
      required: ['name', 'note'],
      additionalProperties: false,
      dependentRequired: { code: ['note'] },
      not: { required: ['loud'] },
    });
    Object.assign(makeThing(d).requestBody, { required: true });
    listThings(d).parameters.push({ name: 'state', in: 'query', schema: { type: 'integer', enum: [1, 2] } });
    Object.assign(listThings(d).parameters[0] ?? {}, { required: true });
    Object.assign(d, {
      security: [{ Code: [], Checksum: [] }],
      webhooks: {
        made: {
          post: {
            operationId: 'madeCallback',
            parameters: ['X-CHECKSUM', 'X-TIME', 'X-SERIAL'].map((name) => ({
              ...{ name, in: 'header', required: true, schema: { type: 'string' } },
            })),
            requestBody: { content: { 'application/json': { schema: hook } } },
            responses: { '200': { description: 'Taken.' } },
          },
        },
      },
    });
    const schemes = ['Code', 'Checksum'].map((name) => [name, { type: 'apiKey', in: 'header', name }] as const);
    Object.assign(d.components, { securitySchemes: Object.fromEntries(schemes) });
    Object.assign(d.components.schemas.Thing.properties['colours'] ?? {}, { maxLength: 9 });
  });

const bodyOf = (d: Small) => makeThing(d).requestBody.content['application/json'].schema as unknown as Node;

function later(): Small {
  const d = base();
  Object.assign(naming(d)['name'] ?? {}, { maxLength: 6 });
  delete naming(d)['note']?.['format'];
  delete naming(d)['code']?.['enum'];
  bodyOf(d)['required'] = ['name'];
  for (const limit of ['additionalProperties', 'dependentRequired', 'not']) Reflect.deleteProperty(bodyOf(d), limit);
  Object.assign(makeThing(d).requestBody, { required: false });
  Reflect.deleteProperty(listThings(d).parameters[0] ?? {}, 'required');
  Reflect.deleteProperty(listThings(d).parameters[0]?.schema ?? {}, 'maximum');
  Reflect.deleteProperty(listThings(d).parameters[1]?.schema ?? {}, 'enum');
  const thing = d.components.schemas.Thing;
  Object.assign(thing, { required: ['size', 'id'] });
  Object.assign(thing.properties['colours'] ?? {}, { maxLength: 8, enum: ['blue'] });
  const { post } = (d as unknown as { webhooks: { made: { post: { parameters: Node[] } } } }).webhooks.made;
  Object.assign(post.parameters[0] ?? {}, { name: 'X-SIGNATURE' });
  Object.assign(post.parameters[1] ?? {}, { required: false });
  post.parameters.pop();
  Object.assign(d, { security: [{ Code: [] }] });
  return d;
}

let lines: string[];
beforeAll(async () => {
  lines = await contractLines(base(), later());
});

test.each([
  ['a longest length of a request that is longer', 'minor `makeThing` request `name`: maxLength was `5`, is `6`'],
  ['a format that a request need not have', 'minor `makeThing` request `note`: format was `"date"`, is `nothing`'],
  ['a field that may be any text', 'minor `makeThing` request `code`: enum was `["a","b"]`, is `nothing`'],
  ['a field that need not be there', 'minor `makeThing` request: required was `["name","note"]`, is `["name"]`'],
  ['other fields', 'minor `makeThing` request: additionalProperties was `false`, is `nothing`'],
  ['a field that goes without another', 'minor `makeThing` request: DependentRequired was removed'],
  ['fields that were never together', 'minor `makeThing` request: Schema was removed'],
  ['a body that may be left out', 'minor `makeThing` request: required was `true`, is `false`'],
  ['a parameter that may be left out', 'minor `listThings` parameter `limit`: required was `true`, is `nothing`'],
  ['a bound of a parameter that is gone', 'minor `listThings` parameter `limit`: maximum was `500`, is `nothing`'],
  ['a parameter that may be any number', 'minor `listThings` parameter `state`: enum was `[1,2]`, is `nothing`'],
  ['a security scheme that is not asked for', 'minor security 0: SecurityRequirement was removed'],
  ['the schemes that are', 'minor security 0: SecurityRequirement was added'],
  [
    'a field that is always there',
    'minor `Thing` (`listThings`, `makeThing`): required was `["id"]`, is `["size","id"]`',
  ],
  ['an answer that is shorter', 'minor `Thing.colours` (`listThings`, `makeThing`): maxLength was `9`, is `8`'],
  [
    'an answer that is no other value',
    'minor `Thing.colours` (`listThings`, `makeThing`): enum was `["blue","red"]`, is `["blue"]`',
  ],
  [
    'a header of a webhook by another name',
    'major webhook `made` parameter `X-SIGNATURE`: name was `"X-CHECKSUM"`, is `"X-SIGNATURE"`',
  ],
  [
    'a header of a webhook that may be missing',
    'major webhook `made` parameter `X-TIME`: required was `true`, is `false`',
  ],
  ['a header of a webhook that is gone', 'major webhook `made` parameter `X-SERIAL`: Parameter was removed'],
])('tells of %s', (_what, line) => {
  expect(lines).toContain(line);
});

test('tells of nothing else', () => {
  expect(lines).toHaveLength(19);
});

test('another order of fields that must be there is words', async () => {
  const [first, second] = [base(), base()];
  bodyOf(second)['required'] = ['note', 'name'];
  expect(await contractLines(first, second)).not.toContainEqual(expect.stringMatching(/^(?:minor|major)/));
});
