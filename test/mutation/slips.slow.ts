// Slips of somebody who sets it up: each is told at once, with its place, and none passes for an answer.
import { copyFile, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutantsOf } from '@wallet-operations/spec-mutation';
import { readDocument } from '../../packages/mutation/src/files.ts';
import { UnusableError } from '../../packages/mutation/src/usable.ts';
import { fixture, run as runCommand, type Outcome } from './command.ts';

const pets = [fixture('pets.yaml'), '--suite', fixture('pets.suite.ts')];

const run = (args: readonly string[], ODD = ''): Promise<Outcome> => runCommand(args, { ODD });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['threshold NaN', 'threshold of the configuration is NaN. Give a number from 0 to 100.'],
  ['threshold 200', 'threshold of the configuration is 200. Give a number from 0 to 100.'],
  ['threshold of a kind', `thresholds['limit'] of the configuration is "90". Give a number from 0 to 100.`],
  [
    'unknown field',
    'treshold of the configuration is unknown. Did you mean threshold? Known are document, suites, mutators, equivalents, threshold, thresholds, timeout; what else can be said is an option of the command.',
  ],
  ['unknown field alone', 'documents of the configuration is unknown. Did you mean document? Known are'],
  ['option of the command', 'workers of the configuration is unknown. Known are document, suites, '],
  [
    'threshold of an unknown kind',
    `thresholds['statsu'] of the configuration asks for a kind that no mutator has. Did you mean status? Known are `,
  ],
  [
    'threshold of a kind that no mutator has',
    `thresholds['bound'] of the configuration asks for a kind that no mutator has. Known are limit.`,
  ],
  [
    'unknown field of an equivalent',
    'equivalents[0].suites of the configuration is unknown. Known are mutants, because.',
  ],
  [
    'document that JSON does not have',
    'The document holds what JSON does not have: Do not know how to serialize a BigInt',
  ],
  ['timeout', 'timeout of the configuration is 0. Give milliseconds, from 1 to 2147483647.'],
  ['no reason', 'equivalents[0].because of the configuration is missing. Give the reason why nobody can notice'],
  ['no name', 'equivalents[0].mutants of the configuration is missing. Give the name of a mutant, or a pattern'],
  ['no mutators', 'mutators of the configuration is []. Give a list of them, or leave it out for the standard ones.'],
  ['mutator null', 'mutators[0] of the configuration is null. Give an object with kind, on and changes.'],
  ['mutator without a kind', 'mutators[0].kind of the configuration is missing. Give the kind by which the report'],
  [
    'mutator of nowhere',
    'mutators[0], the unit mutator, looks at "schemas", of which there is none. Let its on be one of',
  ],
  ['mutator on nothing', 'mutators[0], the unit mutator, looks at nothing. Let its on be one of'],
  [
    'mutator without changes',
    'mutators[0], the unit mutator, has no changes. Give a function of a node that gives changes.',
  ],
  ['mutator that throws', 'The unit mutator threw SyntaxError: '],
  ['mutator that throws late', 'The unit mutator threw Error: too late\n  at '],
  ['mutator that gives nothing', 'The unit mutator gives no list of changes: let it return an array, empty for none'],
  [
    'mutator that gives text',
    'The unit mutator gives what is no change: let it give those of change(says, node, fields)',
  ],
  ['mutator that is idle', 'The mutators change nothing of the document: there is no mutant to judge, and no score.'],
])('a configuration with a slip: %s', async (odd, sentence) => {
  const { code, stdout, stderr } = await run([fixture('odd.config.ts')], odd);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
});

test('fields of a document that are undefined are none, and a date is a text', async () => {
  const { code, stdout, stderr } = await run([fixture('odd.config.ts')], 'document with what JSON leaves out');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('survived: a 200 a/b · example "1970-01-01T00:00:00.000Z" → ');
  expect(stdout).not.toMatch(/· .*nothing|(enum|minLength|servers|requestBody|examples) (without|of)/);
});

describe('a module that cannot be read says where', () => {
  test.each([
    ['a.mjs', 'export default () => [];\nexport const b = ;\n', 'a.mjs:2'],
    ['b.mjs', "import './a.mjs';\nexport default () => [];\n", 'a.mjs:2'],
    ['c.ts', 'export default () => [];\n\nexport const b: number = ;\n', 'c.ts:3'],
    ['d.mjs', "import { none } from './e.mjs';\nexport default none;\n", 'd.mjs:1'],
    ['e.mjs', 'export default () => [];\nnull.length;\n', 'e.mjs:2'],
    ['f.mjs', "export default () => [];\n\nJSON.parse('{');\n", 'f.mjs:3'],
  ])('%s', async (name, text, place) => {
    await writeFile(join(folder, 'a.mjs'), 'export default () => [];\nexport const b = ;\n');
    await writeFile(join(folder, 'e.mjs'), 'export default () => [];\n');
    await writeFile(join(folder, name), text);
    const { code, stderr } = await run([fixture('pets.yaml'), '--suite', join(folder, name)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`${name} cannot be loaded: .*\n  at .*${place}\n$`));
  });
});

describe('YAML that nobody should read is refused at once, with its place', () => {
  const lines = (count: number, line: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');
  test.each([
    [
      'an alias that holds itself',
      'openapi: 3.1.0\npaths: &paths\n  /a: *paths\n',
      'the alias *paths at line 3, column 7 stands inside of what it repeats, without end.',
    ],
    ['an alias of nothing', 'a: 1\nb: *a\n', 'the alias *a at line 2, column 4 repeats what does not stand before it.'],
    [
      'aliases of aliases that come to billions',
      `a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n${lines(
        20,
        (i) =>
          `a${String(i + 1)}: &a${String(i + 1)} [${Array(10)
            .fill(`*a${String(i)}`)
            .join()}]`,
      )}`,
      'the alias *a4 at line 6, column 38 repeats what repeats others: all aliases come to more than 1000000 values.',
    ],
    [
      'aliases of aliases that go deep',
      `a0: &a0 [1]\n${lines(5000, (i) => `a${String(i + 1)}: &a${String(i + 1)} [*a${String(i)}]`)}`,
      'the alias *a498 at line 500, column 14 leads more than 500 levels deep, for what it repeats has aliases itself.',
    ],
    [
      'what is nested deep in braces',
      `a: ${'['.repeat(100_000)}`,
      'it is nested more than 500 levels deep at line 1, column 506: put parts of it under components, and refer to',
    ],
    [
      'what is nested deep in lines',
      lines(5000, (i) => `${' '.repeat(i)}a:`),
      'it is nested more than 500 levels deep at line 503, column 504: put parts of it under',
    ],
    [
      'two documents',
      'a: 1\n---\nb: 2\n',
      'a second document begins at line 2, column 1: give each document a file of its own.',
    ],
    ['a list that does not end', 'a: [1\nb: 2\n', 'end with a ] at line 2, column 1:'],
  ])('%s', async (_, text, why) => {
    const file = join(folder, 'refused.yaml');
    await writeFile(file, text);
    const told = readDocument(file);
    await expect(told).rejects.toBeInstanceOf(UnusableError);
    await expect(told).rejects.toThrow(`${file} cannot be read: `);
    await expect(told).rejects.toThrow(why);
  });

  test('and what only looks like it is read: an anchor given twice, as many levels as there may be, aliases in keys', async () => {
    const file = join(folder, 'read.yaml');
    const [open, close] = ['{a: '.repeat(490), '}'.repeat(490)];
    await writeFile(file, `---\na: &a [ &a x, *a ]\nb: *a\n*a : [*a, *a]\nc: ${open}1${close}\n...\n`);
    const { c, ...rest } = await readDocument(file);
    expect(rest).toEqual({ a: ['x', 'x'], b: 'x', x: ['x', 'x'] });
    expect(JSON.stringify(c)).toHaveLength(490 * 6 + 1);
  });
});

test.each([
  ['{ "files": ', 'Unexpected end of JSON input'],
  ['{ "files": null }', 'it has no files.'],
  ['{ "files": { "a": {} } }', 'it has no mutants of a document.'],
])('a baseline that begins as a report, and is none, is refused: %s', async (text, why) => {
  const file = join(folder, 'known.json');
  await writeFile(file, text);
  const { code, stdout, stderr } = await run([...pets, '--baseline', file]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`${file} is no baseline: it begins as a report of --json, and ${why}\n`);
});

test('an earlier document that is nested without end is refused', async () => {
  const file = join(folder, 'deep.json');
  await writeFile(file, `${'{"paths":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const { code, stdout, stderr } = await run([...pets, '--since', file]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`${file} cannot be read: The document holds itself, or is nested more than 500 levels deep`);
});

describe('a key that an object has twice is refused, with its places', () => {
  test.each([
    ['in JSON', 'a.json', '{ "a": 1,\r\n  "b": { "a": 2, "c": "\\"a\\": {" },\r\n  "a" : 3 }', 'a', [1, 3], [3, 3]],
    ['by an escape', 'b.json', '{ "paths": { "a/b": {},\n\t"a\\u002Fb": {} } }', 'a/b', [1, 14], [2, 2]],
    ['that is __proto__', 'c.json', '[{"__proto__":[],"__proto__":{}}]', '__proto__', [1, 3], [1, 18]],
    [
      'among many',
      'h.json',
      `{${Array.from({ length: 99 }, (_, i) => `"k${String(i)}": {}`).join(',\n')},\n"k\\u0039": {} }`,
      'k9',
      [10, 1],
      [100, 1],
    ],
    ['in YAML', 'd.yaml', 'a:\n  b: 1\n  c: { b: 1 }\n  "b": 2\n', 'b', [2, 3], [4, 3]],
    ['as a number and as a text', 'e.yaml', 'a:\n  200: 1\n  "200": 2\n', '200', [2, 3], [3, 3]],
    ['by an alias', 'f.yml', 'a: &a b\nb:\n  b: 1\n  *a : 2\n', 'b', [3, 3], [4, 3]],
    ['below what is nothing', 'g.yaml', 'a: { ~: 1, "": 2 }\n', '', [1, 6], [1, 12]],
  ])('%s', async (_, name, text, key, [line, column], [again, behind]) => {
    const file = join(folder, name);
    await writeFile(file, text);
    const sentence = `an object has the key "${key}" twice, at line ${String(line)}, column ${String(column)} and again at line ${String(again)}, column ${String(behind)}.`;
    const told = `${file} cannot be read: ${sentence} Of two, readers keep one: take the other out, or rename it.`;
    await expect(readDocument(file)).rejects.toThrow(new UnusableError(told));
  });

  test('which a merge is not, nor one that stands in a text or in another object', async () => {
    const [json, yaml] = [join(folder, 'once.json'), join(folder, 'once.yaml')];
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [i.toString(3), { Aa: 1, BB: 2, C: [] }]));
    const document = { ...many, a: { a: '{"a":1,"a":2}', 'a"': 1, 'a\\': [{ a: 1 }, { a: 1 }] }, b: '\\' };
    await writeFile(json, JSON.stringify(document, null, 2));
    await writeFile(yaml, 'a: &a { p: 1 }\nb: &b { q: 2 }\nc:\n  <<: *a\n  <<: *b\n  p: 3\n');
    expect(await readDocument(json)).toEqual(document);
    expect(await readDocument(yaml)).toEqual({ a: { p: 1 }, b: { q: 2 }, c: { p: 3, q: 2 } });
  });
});

test.each(['--report', '--json', '--write-baseline'])(
  'a file that %s cannot write is told before the run',
  async (option) => {
    await writeFile(join(folder, 'file'), '');
    const { code, stdout, stderr } = await run([...pets, option, join(folder, 'file', 'report')]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^.*report cannot be written: .*\n$/);
  },
);

test.skipIf(process.platform !== 'linux')('a disk that is full when a report is written costs no result', async () => {
  const report = join(folder, 'beside.md');
  const { code, stdout, stderr } = await run([...pets, '--threshold', '0', '--json', '/dev/full', '--report', report]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^score [\d.]+ % /m);
  expect(stderr).toBe('/dev/full cannot be written: ENOSPC: no space left on device, write\n');
  expect(await readFile(report, 'utf8')).toContain('# Mutation report');
});

test('a name is one line, whatever stands in the document, and a baseline has it', async () => {
  const operation = (operationId: string): object => ({ get: { operationId, responses: { 200: {} } } });
  const document = {
    openapi: '3.1.0',
    paths: { '/a': operation('two\nlines'), '/b': operation('#b'), '/c': operation('\\c') },
  };
  expect(mutantsOf(document).filter(({ name }) => name.includes('\n'))).toEqual([]);
  expect(mutantsOf(document).map(({ name }) => name)).toContain('two\\nlines · deprecated');

  const [file, suite, known] = ['odd.json', 'none.mjs', 'known.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(file, JSON.stringify(document));
  await writeFile(suite, 'export default () => [];\n');
  expect((await run([file, '--suite', suite, '--write-baseline', known])).code).toBe(1);
  const { code, stdout } = await run([file, '--suite', suite, '--baseline', known]);
  expect(code).toBe(0);
  expect(stdout).not.toContain('survived: ');
});

test.each([
  [['--merge', 'a.json', '--baseline', 'known.txt'], '--baseline does nothing beside --merge, which reads reports.'],
  [['--merge', 'a.json', '--report', 'a.md'], '--report does nothing beside --merge'],
  [['--merge', 'a.json', '--json', 'b.json'], '--json does nothing beside --merge'],
  [[...pets, '--only', 'type', '--write-baseline', 'known.txt'], '--write-baseline beside --only would forget the'],
  [[...pets, '--sample', '9', '--write-baseline', 'known.txt'], '--write-baseline beside --sample would forget the'],
  [[...pets, '--json', fixture('pets.yaml')], 'pets.yaml, which is what is judged. Give it a file of its own.'],
  [[...pets, '--report', fixture('pets.suite.ts')], 'pets.suite.ts, which is --suite. Give it a file of its own.'],
  [[...pets, '--report', 'one.md', '--json', './one.md'], '--json would write over ./one.md, which is --report, too.'],
  [[...pets, '--threshold', '100.5'], '--threshold is 100.5. Give a number from 0 to 100.'],
])('%j are refused', async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
});

describe('a report that would write over what is read, by another name, is refused', () => {
  const inFolder = (name: string): string => join(folder, 'linked', name);
  beforeAll(async () => {
    await mkdir(inFolder('folder'), { recursive: true });
    for (const name of ['pets.yaml', 'pets.suite.ts']) await copyFile(fixture(name), inFolder(name));
    await writeFile(inFolder('was.yaml'), '{}');
    await writeFile(inFolder('run.config.mjs'), 'export default {};');
    await writeFile(inFolder('known.txt'), '');
    await symlink(inFolder('new.md'), inFolder('to-new.md'));
    await symlink(inFolder('folder'), inFolder('to-folder'));
  });
  const all = ['pets.yaml', '--suite', 'pets.suite.ts'];

  test.each([
    ['the document', 'pets.yaml', all, 'what is judged'],
    ['the suites', 'pets.suite.ts', all, '--suite'],
    ['a configuration', 'run.config.mjs', ['run.config.mjs'], 'what is judged'],
    ['an earlier document', 'was.yaml', [...all, '--since', 'was.yaml'], '--since'],
    ['a baseline', 'known.txt', [...all, '--baseline', 'known.txt'], '--baseline'],
  ])('%s', async (_, name, args, what) => {
    const before = await readFile(inFolder(name), 'utf8');
    await symlink(inFolder(name), inFolder(`symbolic ${name}`));
    await link(inFolder(name), inFolder(`hard ${name}`));
    for (const [option, linked] of [
      ['--report', `symbolic ${name}`],
      ['--json', `hard ${name}`],
    ] as const) {
      const named = args.map((one) => (one.startsWith('--') ? one : inFolder(one)));
      const { code, stdout, stderr } = await run([...named, option, inFolder(linked)]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        `${option} would write over ${inFolder(linked)}, which is ${what}. Give it a file of its`,
      );
    }
    expect(await readFile(inFolder(name), 'utf8')).toBe(before);
  });

  test.each([
    ['to-new.md', 'new.md'],
    ['to-folder/one.md', 'folder/one.md'],
  ])('and so is another report: %s', async (one, other) => {
    const { code, stderr } = await run([...pets, '--report', inFolder(one), '--json', inFolder(other)]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--json would write over ${inFolder(other)}, which is --report, too.`);
  });

  test('but a baseline is written anew, whatever leads to it', async () => {
    const [file, linked] = [join(folder, 'survivors.txt'), join(folder, 'to-survivors.txt')];
    await writeFile(file, '');
    await symlink(file, linked);
    const args = [fixture('too-low.config.ts'), '--baseline', file, '--write-baseline', linked];
    expect((await run(args)).code).toBe(1);
    expect(await readFile(file, 'utf8')).toContain('listItems query limit · default gone\n');
  });
});

describe('shares', () => {
  const share = async (i: number): Promise<string> => {
    const file = join(folder, `share-${String(i)}.json`);
    const { code, stdout } = await run([...pets, '--threshold', '20', '--shard', `${String(i)}/2`, '--json', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^score [\d.]+ %: /m);
    return file;
  };

  test('are judged as a whole by their reports, and not one by one', async () => {
    const files = [await share(1), await share(2)];
    const whole = await run([...pets, '--threshold', '20']);
    const merged = await run(['--merge', ...files]);
    const [score] = /^score .*? survived/m.exec(whole.stdout) ?? ['none'];
    expect([whole.code, merged.code]).toEqual([0, 0]);
    expect(merged.stdout).toContain(score);
    expect((await run(['--merge', ...files, '--threshold', '99'])).code).toBe(1);

    const text = await readFile(files[0] ?? '', 'utf8');
    expect(text).toContain('"config":{"all":');
    expect((await run(['--merge', files[0] ?? ''])).stderr).toMatch(
      /^The reports have \d+ of \d+ mutants\. Give those of all shares\.\n$/,
    );
    expect((await run(['--merge', files[0] ?? '', files[0] ?? ''])).stderr).toContain(' is in two reports, ');
    expect((await run(['--merge', fixture('pets.yaml')])).stderr).toContain('pets.yaml is no report of --json: ');
  });

  /** The lines of a whole run, and of its shares as one, without the table and the time. */
  const bothOf = async (config: string): Promise<readonly (readonly [unknown, readonly string[]])[]> => {
    const files: string[] = [];
    for (const i of ['1', '2']) {
      const file = join(folder, `${config}-${i}.json`);
      await run([fixture(config), '--workers', '1', '--shard', `${i}/2`, '--json', file]);
      files.push(file);
    }
    const outcomes = [await run([fixture(config), '--workers', '1']), await run(['--merge', ...files])];
    return outcomes.map(({ code, stdout }) => [
      code,
      stdout
        .split('\n')
        .filter((line) => /^(stale|survived|score)/.test(line))
        .map((line) => line.replace(/(, \d+ places not changed)?, (in \d+ s|by 2 reports)$/, '')),
    ]);
  };

  test('fail as the whole does by a declaration that does not hold', async () => {
    const [whole, merged] = await bothOf('stale.config.ts');
    expect(merged?.[1].filter((line) => line.startsWith('stale: '))).toHaveLength(3);
    expect([merged?.[0], [...(merged?.[1] ?? [])].sort()]).toEqual([1, [...(whole?.[1] ?? [])].sort()]);
  });

  test('tell as the whole does what took too long, and what crashed', async () => {
    const [whole, merged] = await bothOf('rough.config.ts');
    expect(merged?.[1].at(-1)).toContain(', 2 killed by a crash alone, 1 killed by taking too long');
    expect(merged).toEqual(whole);
  });

  test('of other documents, other goals or other tools are told of, whatever their order', async () => {
    const files = [await share(1), await share(2)] as const;
    const text = await readFile(files[1], 'utf8');
    const other = join(folder, 'other.json');
    const refused = async (was: string | RegExp, is: string): Promise<string> => {
      await writeFile(other, text.replace(was, is));
      const told = [await run(['--merge', files[0], other]), await run(['--merge', other, files[0]])];
      expect(told.map(({ code, stdout }) => [code, stdout])).toEqual(Array(2).fill([2, '']));
      return told.map(({ stderr }) => stderr).join('');
    };
    expect(await refused(/listPets(?=[^"]*",\\n)|\\"Pets\\"/, 'another')).toMatch(/of one document, and .* of another/);
    expect(await refused('"threshold":20', '"threshold":2')).toMatch(
      /asks for 20? %, and .* for 20? %\. Say by --threshold which one is meant/,
    );
    expect((await run(['--merge', files[0], other, '--threshold', '20'])).code).toBe(0);
    expect(await refused('"thresholds":{}', '"thresholds":{"type":100}')).toContain('have other thresholds for single');
    expect(await refused('"name":"limit"', '"name":"bounds"')).toMatch(
      /was judged by (answer, limit, and .* by answer, bounds|answer, bounds, and .* by answer, limit): /,
    );
    expect(await refused('"stale":[]', '"late":[]')).toContain('or an earlier version has');
    expect(await refused('"name":"spec-mutation"', '"name":"StrykerJS"')).toContain(
      'other.json is no report of --json',
    );
    expect(await refused(/"config":\{.*?\},"files"/, '"files"')).toContain('other.json is no report of --json');
    expect(await refused(/"files":\{.*/, '"files":{}}')).toContain('it has no document with mutants');
    expect(await refused(/^.*$/s, 'null')).toContain('other.json is no report of --json');
  });

  test('fail by themselves where every mutant has to be noticed', async () => {
    const { code, stdout } = await run([...pets, '--shard', '1/2']);
    expect(code).toBe(1);
    expect(stdout).toContain(' (at least 100 %): ');
  });
});
