// The command beyond one configuration: documents as they are, suites that are none, what a pipeline asks for, and that it ends.
import Ajv from 'ajv';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cli, fixture, run, type Outcome } from './command.ts';

const pets = [fixture('pets.yaml'), '--suite', fixture('pets.suite.ts')];
const limit = 'listItems query limit';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('ends', () => {
  test.each([[['--summary']], [['--list']], [['--show', 'type gone']], [['--estimate']]])(
    'though the configuration keeps a server open: %j',
    async (args) => {
      expect((await run([fixture('server.config.ts'), ...args])).code).toBe(0);
    },
  );

  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`;

  test('at once in a Node.js that is too old, which is told what it needs', async () => {
    const { code, stderr } = await run([fixture('good.config.ts')], {}, ['--import', older]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^spec-mutation needs Node\.js 22\.18 or newer, and this is v\d+\.\d+\.\d+: npx -p node@24 .*\n$/,
    );
  });

  test.each([
    'mutantsOf({ paths: { "/a": { get: {} } } })',
    `await runMutation(${JSON.stringify(fixture('good.config.ts'))})`,
  ])('there as a library as well: %s', async (call) => {
    const script = `import * as library from ${JSON.stringify(import.meta.resolve('@wallet-operations/spec-mutation'))};
        const { mutantsOf, runMutation } = library;
        try { ${call}; } catch ({ name, message }) { console.log(name, message); }`;
    const words = ['--import', older, '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 25_000 });
    expect(stdout).toMatch(/^UnusableError spec-mutation needs Node\.js 22\.18 or newer, and this is v[\d.]+\.\n$/);
  });
});

describe('a suite that is none gets a sentence', () => {
  test.each([
    ['nothing', 'The suite wrong returned nothing: let it return an array of findings, empty for none, or yield them.'],
    ['text', 'The suite wrong returned the text "all is well": let it return an array'],
    ['number', 'The suite wrong returned 3: let it return an array'],
    ['errors', 'The suite wrong gave an error (too late) as a finding: a finding is a sentence.'],
    ['unsaid', 'The suite wrong gave nothing as a finding'],
    ['throws', 'wrong: threw TypeError: no such thing\n  at '],
    ['rejects', 'wrong: threw Error: no network\n  at '],
    ['object', 'The suite wrong is no function, but object.'],
  ])('%s', async (WRONG, sentence) => {
    const { code, stdout, stderr } = await run([fixture('pets.yaml'), '--suite', fixture('wrong-suites.ts')], {
      WRONG,
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('node_modules');
  });
});

describe('a document by itself', () => {
  test('is judged by the suites of a module, from YAML and from JSON alike', async () => {
    const document: unknown = parse(await readFile(fixture('pets.yaml'), 'utf8'), { merge: true });
    const json = join(folder, 'pets.json');
    await writeFile(json, `\uFEFF${JSON.stringify(document)}`);
    const yaml = await run(pets);
    expect(yaml.code).toBe(1);
    expect(yaml.stdout).toContain('by answer  by limit');
    expect(yaml.stdout).toContain('survived: listPets · deprecated');
    const shown = ({ stdout }: Outcome): string => stdout.replace(/in \d+ s/, '');
    expect(shown(await run([json, ...pets.slice(1)]))).toBe(shown(yaml));
  });

  test.each([
    [[fixture('pets.yaml')], 'is a document: give the module of its suites by --suite.'],
    [[fixture('good.config.ts'), '--suite', 'x.mjs'], '--suite goes with a document'],
    [[fixture('pets.yaml'), '--suite', fixture('nothing.config.ts')], 'exports no suite: let it export a function'],
    [[fixture('pets.yaml'), '--suite', 'no-such.mjs'], 'no-such.mjs cannot be loaded: '],
    [['no-such.yaml', '--suite', 'x.mjs'], 'no-such.yaml cannot be read: '],
    [[...pets, '--shard', '3/2'], '--shard is 3/2. There is no such share.'],
    [[...pets, '--shard', '1'], '--shard is 1. Give a share and how many there are, such as 1/4.'],
    [[...pets, '--threshold', '101'], '--threshold is 101. Give a number from 0 to 100.'],
    [[...pets, '--baseline', 'no-such.txt'], 'no-such.txt cannot be read: '],
  ])('%j exits with 2, and says why', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('that is broken says where', async () => {
    const broken = join(folder, 'broken.yaml');
    await writeFile(broken, 'paths:\n  a: 1\n  a: 2\n');
    const { code, stderr } = await run([broken, ...pets.slice(1)]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'broken.yaml cannot be read: an object has the key "a" twice, at line 2, column 3 and again at line 3, ',
    );
  });
});

describe('--show', () => {
  test('prints where a mutant is, what it changes, and whom it concerns', async () => {
    const { stdout } = await run([...pets, '--show', 'listPets query limit · maximum 50 → 51']);
    expect(stdout).toBe(
      [
        'listPets query limit · maximum 50 → 51',
        'kind bound, concerns listPets',
        'at #/paths/~1pets/get/parameters/0/schema/maximum',
        '- 50',
        '+ 51',
        '',
      ].join('\n'),
    );
  });

  test('takes a part of a name, and names the mutants if it is not enough', async () => {
    expect((await run([fixture('good.config.ts'), '--show', 'type'])).stdout).toContain('- "integer"\n');
    expect(await run([fixture('good.config.ts'), '--show', 'gone'])).toMatchObject({
      code: 2,
      stderr: `3 mutants have a name with "gone" in it:\n${limit} · maximum gone\n${limit} · type gone\n${limit} · default gone\n`,
    });
    expect((await run([fixture('good.config.ts'), '--show', 'nowhere'])).stderr).toContain('No mutant has a name');
  });
});

test('what suites print is heard with --verbose, and not without', async () => {
  expect((await run([fixture('talking.config.ts')])).stderr).toBe('');
  expect((await run([fixture('talking.config.ts'), '--verbose'])).stderr).toContain('asked\n');
});

test('--estimate tells how long it would take, and judges a few', async () => {
  const { code, stdout } = await run([fixture('survivor.config.ts'), '--estimate', '--workers', '1']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^3 mutants, about \d+ s with 1 worker$/m);
});

test('a baseline is written, and then only others fail', async () => {
  const file = join(folder, 'known.txt');
  expect((await run([fixture('too-low.config.ts'), '--write-baseline', file])).code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(
    `# Mutants that survive, and are known to. Only others fail a run.\n${limit} · default gone\n`,
  );
  const { code, stdout } = await run([fixture('too-low.config.ts'), '--baseline', file, '--summary']);
  expect(code).toBe(0);
  expect(stdout).toContain('0 survived, 1 known to survive');
});

test('a baseline tells two halves of a pair apart', async () => {
  const [file, document] = [join(folder, 'halves.txt'), join(folder, 'halves.json')];
  const properties = Object.fromEntries(['\ud83d', '\udc00', '\ud83d\udc00'].map((name) => [name, { type: 'string' }]));
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const paths = { '/a': { get: { responses: { 200: { description: 'A.', content } } } } };
  await writeFile(document, JSON.stringify({ openapi: '3.1.1', info: { title: 'A', version: '1' }, paths }));
  const all = [document, '--suite', join(folder, 'nothing.mjs')];
  await writeFile(join(folder, 'nothing.mjs'), 'export default () => [];\n');
  expect((await run([...all, '--write-baseline', file])).code).toBe(1);
  const names = (await readFile(file, 'utf8')).split('\n');
  expect(names).toEqual(
    expect.arrayContaining([expect.stringMatching(/\\ud83d gone$/), expect.stringMatching(/ 🐀 gone$/)]),
  );
  const { code, stdout } = await run([...all, '--baseline', file]);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/^(survived|outdated): /m);
});

test('--json is what its schema asks for, and a baseline itself', async () => {
  const file = join(folder, 'report.json');
  await run([...pets, '--json', file]);
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    files: Record<string, { source: string; mutants: Record<string, unknown>[] }>;
  };
  const require = createRequire(import.meta.url);
  const schema = require('mutation-testing-report-schema/mutation-testing-report-schema.json') as object;
  const ajv = new Ajv.Ajv({ strict: false, allErrors: true, logger: false });
  ajv.validate(schema, report);
  expect(ajv.errors).toBeNull();

  const { source = '', mutants = [] } = report.files['pets.yaml'] ?? {};
  const mutant = mutants.find(({ id }) => id === 'listPets query limit · maximum 50 → 51');
  expect(mutant).toMatchObject({
    mutatorName: 'bound',
    replacement: '51',
    status: 'Killed',
    statusReason: 'listPets: 50 pets at most come back',
    killedBy: ['limit'],
  });
  const { start, end } = mutant?.location as Record<'start' | 'end', { line: number; column: number }>;
  expect(source.split('\n')[start.line - 1]?.slice(start.column - 1, end.column - 1)).toBe('50');

  expect((await run([...pets, '--baseline', file])).code).toBe(0);
});

test('--since judges what differs from an earlier document', async () => {
  const was = join(folder, 'was.yaml');
  await writeFile(was, (await readFile(fixture('pets.yaml'), 'utf8')).replace('maximum: 50', 'maximum: 60'));
  const since = async (file: string): Promise<string> => (await run([...pets, '--since', file, '--list'])).stdout;
  expect(await since(was)).toContain('maximum 50 → 51');
  expect(await since(fixture('pets.yaml'))).toBe('');
});

describe.skipIf(process.platform !== 'linux')('what is printed', () => {
  /** Runs it by a shell, of which it gets the standard output. */
  const through = (script: string, ...args: readonly string[]): Promise<Outcome> => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const words = ['-c', script, process.execPath, cli, ...args];
    execFile('/bin/sh', words, { timeout: 25_000 }, (error, stdout, stderr) => {
      resolve({ code: error?.killed ? 'killed' : (error?.code ?? 0), stdout, stderr });
    });
    return promise;
  };
  const good = fixture('good.config.ts');

  test.each([[['--help']], [[good, '--list']], [[good, '--estimate']], [[good]]])(
    'by %j and does not fit on a full disk is told, and no success',
    async (args) => {
      const { code, stderr } = await through('"$0" "$@" > /dev/full', ...args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^The standard output cannot be written, and is not complete: ENOSPC/);
    },
  );

  test('and fits in part alone is told as well', async () => {
    const file = join(folder, 'part.txt');
    const { code, stderr } = await through(`ulimit -f 1; "$0" "$@" > '${file}'`, '--help');
    expect(code).toBe(2);
    expect(stderr).toContain('The standard output cannot be written, and is not complete: EFBIG');
    expect((await readFile(file, 'utf8')).length).toBeGreaterThan(0);
  });

  test('and wanted by nobody any more is no failure', async () => {
    const script = '{ "$0" "$@"; echo "code $?" >&2; } | true';
    const { stderr } = await through(script, good, '--list');
    expect(stderr).toBe('code 0\n');
  });
});
