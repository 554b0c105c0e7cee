// Modules and suites that misbehave: the command ends, says so, and never passes for that.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixture, run as runCommand, type Outcome } from './command.ts';

const pets = [fixture('pets.yaml'), '--suite', fixture('wild-suites.ts')];

const run = (args: readonly string[], WILD = ''): Promise<Outcome> => runCommand(args, { WILD });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([[[]], [['--list']]])('a module of suites, asked with %j,', (more) => {
  test.each([
    ['exits while it loads', / ends its thread with 0: let it export, and not exit\.\n$|by process\.exit or so\./],
    ['waits for ever', /waits (at its top level )?for what never comes\.\n$/],
    ['waits for ever with a timer', /wild-suites\.ts took longer than 2000 ms to load: /],
  ])('that %s has no result, and says why', async (wild, why) => {
    const { code, stdout, stderr } = await run([...pets, '--timeout', '2000', ...more], wild);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(why);
    expect(stderr).not.toContain('Warning');
  });
});

test('a module that never ends while it loads is ended', async () => {
  const { code, stderr } = await run([...pets, '--timeout', '2000'], 'never ends while it loads');
  expect(code).toBe(2);
  expect(stderr).toContain('took longer than 2000 ms to load');
});

test('what a suite leaves behind counts for no other mutant: the run stops, and names it', async () => {
  const { code, stdout, stderr } = await run([...pets, '--workers', '1'], 'leaves something behind');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(
    'The suite suite leaves something behind that fails after its answer, and ended its worker: Error: left behind by 51\n  at ',
  );
  expect(stderr).toContain('after listPets query limit · maximum 50 → 51.');
});

describe('a suite that fails after its last answer ends the run, and is named', () => {
  test.each([
    ['a promise that is rejected', 'ended its worker: Error: too late\n  at '],
    ['a timer that throws', 'ended its worker: Error: too late\n  at '],
    ['what is done at the exit', 'ended its worker: Error: too late\n  at '],
    ['what is done when nothing is left', 'ended its worker: Error: too late\n  at '],
    ['an exit of its own', 'ended its worker with 0\n'],
  ])('%s', async (wild, ended) => {
    const { code, stdout, stderr } = await run([...pets, '--only', 'maximum 50 → 51'], `fails late: ${wild}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`The suite suite leaves something behind that fails after its answer, and ${ended}`);
    expect(stderr).toContain('It came after the last answer, about listPets query limit · maximum 50 → 51.');
  });

  test.each(['keeps a server and a timer', 'ends with a code'])('which one that %s does not', async (wild) => {
    const { code, stdout, stderr } = await run([...pets, '--only', 'maximum'], wild);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('score 0 %: 3 mutants of ');
  });
});

describe('a suite that keeps something from one document to the next ends the run', () => {
  test.each([
    ['finds what it has seen before', 'suite: operationId listPets twice'],
    ['adds what is there', 'suite: threw Error: schema with key Pet already exists'],
    ['breaks at its third document', 'suite: the list is full'],
  ])('and is told: %s', async (wild, said) => {
    for (const workers of ['1', '2']) {
      const { code, stdout, stderr } = await run([...pets, '--workers', workers, '--only', 'maximum'], wild);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('A suite keeps something from one document to the next, or shares something');
      expect(stderr).toContain(`\n${said}\n`.replace(/exists\n$/, 'exists\n  at '));
      expect(stderr).toMatch(/\nIt came after .*: let each call make what it needs, such as an Ajv, a Set or a server/);
    }
  });

  test('or shares an address with other workers', async () => {
    const told = { WILD: 'listens at one address', ADDRESS: join(folder, 'address') };
    const { code, stdout, stderr } = await runCommand([...pets, '--workers', '2'], told);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/shares something with other workers: .*\nsuite: threw Error: listen EADDRINUSE/);
  });
});

test('what a suite posts to its parent is no answer', async () => {
  const { code, stdout, stderr } = await run([...pets, '--only', 'maximum'], 'posts to its parent');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('score 100 %: 3 mutants of ');
});

test('a suite that writes to the document is told to copy it', async () => {
  const { code, stdout, stderr } = await run(pets, 'writes to the document');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^The suite suite writes to the document, or to what else is frozen: .*\n {2}at .*wild-suites/,
  );
  expect(stderr).toContain('let the suite copy it first, by structuredClone for example.');
});

test('a score that is made of crashes says so, and so does each mutant of the report', async () => {
  const file = join(folder, 'crashes.json');
  const { code, stdout } = await run([...pets, '--json', file, '--only', 'maximum'], 'throws at each mutant');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^score 100 %: 3 mutants of \d+, 0 of them equivalent, 0 survived, 3 killed by a crash alone, /m,
  );
  const { files } = JSON.parse(await readFile(file, 'utf8')) as {
    files: Record<string, { mutants: { status: string; statusReason: string }[] }>;
  };
  const [mutant] = files['pets.yaml']?.mutants ?? [];
  expect(mutant?.status).toBe('Killed');
  expect(mutant?.statusReason).toMatch(/^by a crash alone, and no finding: Error: boom\n/);
});

test('an empty --only is refused: it comes of a variable that is not set', async () => {
  const { code, stdout, stderr } = await run([...pets, '--only', '']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--only is empty, as from a variable that is not set.');
});

test('a mutator that makes no mutant ends the run: nobody has noticed anything', async () => {
  const { code, stdout, stderr } = await run([fixture('fickle.config.ts')]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('document: the fickle mutator gives other changes each time it is asked.');
});

test('all that a suite prints arrives with --verbose', async () => {
  const { stdout, stderr } = await run([...pets, '--verbose', '--only', 'maximum'], 'prints');
  expect(stdout).toContain('3 mutants of ');
  expect(stderr.match(/^line /gm)).toHaveLength(3 * 200);
});
