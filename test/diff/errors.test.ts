// Changes of errors and examples, which the diff of the contract ignores, are rated by what they do to callers.
import { expect, test } from 'vitest';
import { errorChanges } from '../../scripts/diff/errors.ts';
import { exampleChanges } from '../../scripts/diff/examples.ts';
import { asBundle, baseDocument, changed, errorOf, listThings, makeThing, type Small } from './pair.ts';

const ROW = '400-bad_limit';
const examplesOf400 = ({ responses }: ReturnType<typeof listThings | typeof makeThing>) =>
  responses['400'].content['application/json'].examples;

test.each<[line: string, change: (document: Small) => unknown]>([
  ['major error `bad_limit`: status was `400`, is `422`', (d) => (errorOf(d, ROW)['status'] = 422)],
  ['major error `bad_limit`: code was `1`, is `7`', (d) => (errorOf(d, ROW)['code'] = 7)],
  ['major error `bad_limit`: code was `1`, is `nothing`', (d) => delete errorOf(d, ROW)['code']],
  ['major error `bad_limit`: text was `"No"`, is `"Never"`', (d) => (errorOf(d, ROW)['text'] = 'Never')],
  ['major error `bad_limit`: message was `nothing`, is `"why"`', (d) => (errorOf(d, ROW)['message'] = 'why')],
  [
    'major error `bad_limit`: advice on repeating was `"never"`, is `"later"`',
    (d) => (errorOf(d, ROW)['repeat'] = 'later'),
  ],
  ['major error `bad_limit`: stage was `nothing`, is `"admission"`', (d) => (errorOf(d, ROW)['stage'] = 'admission')],
  [
    'patch error `bad_limit`: has another condition',
    (d) => Object.assign(d.components.examples[ROW] ?? {}, { summary: 'x' }),
  ],
  [
    'patch error `bad_limit`: has another remedy',
    (d) => Object.assign(d.components.examples[ROW] ?? {}, { description: 'x' }),
  ],
  [
    'patch error `bad_limit`: has another body of the example',
    (d) => Object.assign(d.components.examples[ROW] ?? {}, { value: {} }),
  ],
  [
    'minor error `bad_limit`: may now be the answer of `makeThing`',
    (d) => (examplesOf400(makeThing(d))['bad_limit'] = { $ref: `#/components/examples/${ROW}` }),
  ],
  [
    'minor error `bad_limit`: is no longer an answer of `listThings`',
    (d) => delete examplesOf400(listThings(d))['bad_limit'],
  ],
])('%s', (line, change) => {
  const changes = errorChanges(asBundle(baseDocument()), asBundle(changed(change)));
  expect(changes.map(({ bump, where, what }) => `${bump} ${where}: ${what}`)).toEqual([line]);
});

test('another reason is one error that is gone, and one that is new', () => {
  const revision = changed((document) => (errorOf(document, ROW)['reason'] = 'limit_too_large'));
  expect(errorChanges(asBundle(baseDocument()), asBundle(revision))).toEqual([
    { bump: 'major', where: 'error `bad_limit`', what: 'is gone' },
    { bump: 'minor', where: 'error `limit_too_large`', what: 'is new, given by `listThings`' },
  ]);
});

test('an operation that goes takes its errors along without a word', () => {
  const revision = changed((document) => delete (document.paths['/things'] as { post?: object }).post);
  expect(errorChanges(asBundle(baseDocument()), asBundle(revision))).toEqual([]);
});

test('examples come, go and change', () => {
  const revision = changed(({ components: { examples } }) => {
    examples['listThings.response.new'] = { value: {} };
    Object.assign(examples['makeThing.request.plain'] ?? {}, { value: { name: 'b' } });
  });
  const lines = (base: Small, after: Small) =>
    exampleChanges(asBundle(base), asBundle(after)).map(({ bump, where, what }) => `${bump} ${where} ${what}`);
  const changedLine = 'patch example `makeThing.request.plain` has another value';
  expect(lines(baseDocument(), revision)).toEqual([changedLine, 'patch example `listThings.response.new` is new']);
  expect(lines(revision, baseDocument())).toEqual([changedLine, 'patch example `listThings.response.new` is gone']);
  expect(lines(baseDocument(), baseDocument())).toEqual([]);
});
