/** A file that cannot be written, when all the calls were made: it is named, and costs nothing of the others. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command, configurationOf, FILES, filesIn } from './harness.ts';
import { changedVariant } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';
import { startPaying, WORD } from './write/paying.ts';

/** A place that can be written to until it `breaks`. */
function breakingPlace(): { place: string; breaks: () => void } {
  const place = join(mkdtempSync(join(tmpdir(), 'conform-')), 'file');
  return {
    place,
    breaks() {
      rmSync(place, { force: true });
      mkdirSync(place, { recursive: true });
    },
  };
}

const NAMES = Object.keys(FILES) as (keyof typeof FILES)[];

/** A run that writes all files but this one into a folder. */
async function run(running: Running, option: keyof typeof FILES, place: string) {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  const { config, environment } = configurationOf(running);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const others = NAMES.filter((name) => name !== option);
  const files = [...filesIn(folder, others), `--${option}`, place];
  const outcome = await command(['run', '--config', join(folder, 'config.json'), ...files], running, environment);
  return { ...outcome, sizes: others.map((name) => readFileSync(join(folder, FILES[name]), 'utf8').length) };
}

test.each(NAMES)('a run whose --%s breaks writes all others, says so, and exits with 2', async (option) => {
  const { place, breaks } = breakingPlace();
  let came = 0;
  const running = await changedVariant({
    instead() {
      if (++came === 20) breaks();
      return undefined;
    },
  });
  onTestFinished(running.close);
  const { exitCode, stdout, stderr, sizes } = await run(running, option, place);
  expect({ exitCode, came: came > 200 }).toEqual({ exitCode: 2, came: true });
  expect(beside(stderr, option, place).length).toBeGreaterThan(100);
  expect(stdout).toMatch(/\d+ calls of 6 wallets/);
  expect(Math.min(...sizes)).toBeGreaterThan(100);
});

test.skipIf(!existsSync('/dev/stdout'))('a report whose reader has gone leaves nothing among the devices', () => {
  const { transcript } = transcriptIn();
  const before = readdirSync('/dev').sort();
  const cli = join(import.meta.dirname, '../../packages/conformance/src/cli.ts');
  const line = `"${process.execPath}" "${cli}" replay "${transcript}" --json /dev/stdout 2>&1 >/dev/full | cat; "${process.execPath}" "${cli}" replay "${transcript}" --json /dev/stdout | true`;
  execFileSync('sh', ['-c', line], { stdio: 'ignore' });
  expect(readdirSync('/dev').sort()).toEqual(before);
});

test.skipIf(!existsSync('/dev/full'))('so it is where no room is left', async () => {
  const running = await changedVariant({});
  onTestFinished(running.close);
  const { exitCode, stdout, stderr, sizes } = await run(running, 'transcript', '/dev/full');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--transcript could not be written: ENOSPC');
  expect(stdout).toContain('All that was compared is as the document says.');
  expect(Math.min(...sizes)).toBeGreaterThan(100);
});

test('a pack whose report breaks writes all others, says so, and exits with 2', async () => {
  const service = await startPaying();
  const { place, breaks } = breakingPlace();
  const [transcript, markdown] = ['t.jsonl', 'report.md'].map((name) => join(service.folder, name));
  service.on.request = ({ operationId }) => {
    if (operationId === 'withdrawAssets') breaks();
    return undefined;
  };
  const more = ['--junit', place, '--transcript', transcript ?? '', '--markdown', markdown ?? ''];
  const { exitCode, stdout, stderr } = await service.write(['--yes-spend', WORD, ...more]);
  expect(exitCode).toBe(2);
  expect(beside(stderr, 'junit', place)).toContain('<testsuites');
  expect(stderr).toMatch(/\n.* another run may pay again\.\n$/);
  expect(stdout).toContain('Each effect is proved by a read.');
  expect(readFileSync(markdown ?? '', 'utf8')).toContain('Each effect is proved by a read.');
  expect(readFileSync(transcript ?? '', 'utf8')).toContain('"operationId":"withdrawAssets"');
  expect(service.paid().orders).toBe(1);
});

/** What a report has that went beside its file, as the error says. */
function beside(stderr: string, option: string, file: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith(`--${option} `));
  expect(lines).toEqual([
    expect.stringMatching(/^--\w+ (would write over .*, which is .*: give another file|could not be written: E.*)\./),
  ]);
  const [, place] = /What it has is in (.*)\.$/.exec(lines[0] ?? '') ?? [];
  expect(place).toMatch(new RegExp(`^${realpathSync(dirname(file))}/${basename(file)}\\.[0-9a-f]{8}$`));
  return readFileSync(place ?? '', 'utf8');
}

/** A transcript that can be replayed, in a folder of its own. */
function transcriptIn(): { folder: string; transcript: string; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  const transcript = join(folder, 't.jsonl');
  const text = '{"form":"wallet-conform transcript 1","wallets":[],"exchanges":0}\n';
  writeFileSync(transcript, text);
  return { folder, transcript, text };
}

test.each([
  ['a hard link', linkSync],
  ['a link', symlinkSync],
])('%s to what is read is not written over', async (_, link) => {
  const { folder, transcript, text } = transcriptIn();
  link(transcript, join(folder, 'report.json'));
  const { exitCode, stderr } = await command(['replay', transcript, '--json', join(folder, 'report.json')]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('which is read: give another file');
  expect(readFileSync(transcript, 'utf8')).toBe(text);
});

test('a report goes to where a link leads, whose name and permissions stay, and not to further names of its file', async () => {
  const { folder, transcript } = transcriptIn();
  const [json, archive, junit, other] = ['report.json', 'archive.json', 'report.xml', 'other.xml'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(archive, 'of an earlier run', { mode: 0o600 });
  symlinkSync(archive, json);
  writeFileSync(other, 'of an earlier run');
  linkSync(other, junit);
  chmodSync(junit, 0o640);
  const answers = join(folder, 'answers.overlay.yaml');
  symlinkSync(join(folder, 'earlier.yaml'), answers);
  writeFileSync(answers, 'of an earlier run');
  const args = ['replay', transcript, '--json', json, '--junit', junit, '--answers', answers];
  expect(await command(args)).toMatchObject({ exitCode: 1, stderr: '' });
  expect(lstatSync(json).isSymbolicLink()).toBe(true);
  expect(readFileSync(archive, 'utf8')).toContain('"ok":false');
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(readFileSync(other, 'utf8')).toBe('of an earlier run');
  expect(readFileSync(junit, 'utf8')).toContain('<testsuites');
  expect(statSync(junit).mode & 0o777).toBe(0o640);
  expect(lstatSync(answers).isSymbolicLink()).toBe(true);
  expect(existsSync(answers)).toBe(false); // there is nothing to answer
});

test.each([
  ['that is too long', 'x'.repeat(300)],
  ['with a NUL', 'a\0b'],
])('a path %s is refused with its option', async (_, name) => {
  const { folder, transcript } = transcriptIn();
  const { exitCode, stderr } = await command(['replay', transcript, '--json', join(folder, name)]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^--json cannot write its file: /);
});

test('two reports do not go to one file by two names', async () => {
  const { folder, transcript } = transcriptIn();
  const [json, junit] = ['report.json', 'report.xml'].map((name) => join(folder, name)) as [string, string];
  symlinkSync(json, junit); // which leads nowhere yet
  const { exitCode, stderr } = await command(['replay', transcript, '--json', json, '--junit', junit]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--json and --junit name the same file: give two.');
  expect(existsSync(json)).toBe(false);
});

test('where one report cannot be written, those of an earlier run are left as they are, and none is made', async () => {
  const { folder, transcript } = transcriptIn();
  const [json, junit] = ['report.json', 'report.xml'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(json, 'of an earlier run');
  const { exitCode, stderr } = await command([
    'replay',
    transcript,
    '--json',
    json,
    '--junit',
    junit,
    '--markdown',
    folder,
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^--markdown cannot write its file: EISDIR/);
  expect(readFileSync(json, 'utf8')).toBe('of an earlier run');
  expect(existsSync(junit)).toBe(false);
});

test.skipIf(!existsSync('/proc/self'))('a place where no folder can be is refused at once', async () => {
  const { transcript } = transcriptIn();
  const { exitCode, stderr } = await command(['replay', transcript, '--json', '/proc/nowhere/report.json']);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^--json cannot write its file: ENOENT/);
});

test('a report in the place of the ledger’s lock is refused, and the lock stays', async () => {
  const service = await startPaying();
  await service.write();
  const lock = `${service.ledger}.lock`;
  expect(existsSync(lock)).toBe(true);
  const { exitCode, stderr } = await service.write(['--yes-spend', WORD, '--markdown', lock]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('which is read: give another file');
  expect(existsSync(lock)).toBe(true);
});

test('a report over the ledger of another command, or over its lock, is refused, and both stay', async () => {
  const service = await startPaying();
  await service.write();
  const { transcript } = transcriptIn();
  const link = join(service.folder, 'link');
  symlinkSync(service.ledger, link);
  const before = readFileSync(service.ledger, 'utf8');
  for (const name of [service.ledger, link, `${service.ledger}.lock`])
    for (const option of ['--json', '--answers']) {
      const { exitCode, stderr } = await command(['replay', transcript, option, name]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(
        / would write over .*, which is (a ledger|the lock of .*, by its name): give another file/,
      );
    }
  expect(readFileSync(service.ledger, 'utf8')).toBe(before);
  expect(existsSync(`${service.ledger}.lock`)).toBe(true);
});

test.each([
  ['links', symlinkSync],
  ['names', linkSync],
])('reports whose names are %s of ledger and configuration by the end are not written', async (_, link) => {
  const service = await startPaying();
  const [markdown, junit] = [join(service.folder, 'report.md'), join(service.folder, 'report.xml')];
  const config = service.configure();
  const text = readFileSync(config, 'utf8');
  service.on.request = ({ operationId }) => {
    if (operationId !== 'withdrawAssets') return undefined;
    for (const name of [markdown, junit]) rmSync(name);
    link(service.ledger, markdown);
    link(config, junit);
    return undefined;
  };
  const { exitCode, stderr, stdout } = await service.write([
    '--yes-spend',
    WORD,
    '--markdown',
    markdown,
    '--junit',
    junit,
  ]);
  expect(exitCode).toBe(2);
  expect(stdout).toContain('Each effect is proved by a read.');
  expect(beside(stderr, 'markdown', markdown)).toContain('Each effect is proved by a read.');
  expect(beside(stderr, 'junit', junit)).toContain('<testsuites');
  expect(readFileSync(service.ledger, 'utf8')).toContain('"proved"');
  expect(readFileSync(config, 'utf8')).toBe(text);
});

describe('a ledger that a report is named for', () => {
  /** One with a withdrawal that was paid, and what it has. */
  async function paid() {
    const service = await startPaying();
    await service.write();
    return { service, text: readFileSync(service.ledger, 'utf8') };
  }

  test('by a further name is refused, too', async () => {
    const { service, text } = await paid();
    const backup = join(service.folder, 'backup');
    linkSync(service.ledger, backup);
    const { transcript } = transcriptIn();
    expect((await command(['replay', transcript, '--answers', backup])).stderr).toContain('which is a ledger');
    expect(readFileSync(service.ledger, 'utf8')).toBe(text);
  });

  test.each(['--json', '--answers', '--markdown'])(
    'without its lock is refused as %s, and stays as it is',
    async (option) => {
      const { service, text } = await paid();
      rmSync(`${service.ledger}.lock`);
      const { transcript } = transcriptIn();
      const { exitCode, stderr } = await command(['replay', transcript, option, service.ledger]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`${option} would write over ${service.ledger}, which is a ledger: give another file`);
      expect(readFileSync(service.ledger, 'utf8')).toBe(text);
    },
  );

  test.each([
    ['with a space', (text: string) => text.replace(':', ': ')],
    ['with its form last', (text: string) => text.replace(/^\{("form":"[^"]*"),(.*)\}\n/, '{$2,$1}\n')],
    ['with an escape', (text: string) => text.replace('ledger', '\\u006cedger')],
    ['with many blanks', (text: string) => text.replace('{', `{${' '.repeat(5000)}`)],
    ['with a byte order mark', (text: string) => `\ufeff${text}`],
  ])('is spelled otherwise (%s), and stays as it is', async (_, spelled) => {
    const { service, text } = await paid();
    rmSync(`${service.ledger}.lock`);
    writeFileSync(service.ledger, spelled(text));
    expect(spelled(text)).not.toBe(text);
    const { transcript } = transcriptIn();
    for (const option of ['--answers', '--json'])
      expect((await command(['replay', transcript, option, service.ledger])).stderr).toContain('which is a ledger');
    expect(readFileSync(service.ledger, 'utf8')).toBe(spelled(text));
  });

  test('is gone, and its lock is named: it is refused, for no ledger is begun where one was', async () => {
    const { service } = await paid();
    rmSync(service.ledger);
    const { transcript } = transcriptIn();
    const { exitCode, stderr } = await command(['replay', transcript, '--json', `${service.ledger}.lock`]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('which is the lock of');
    expect(statSync(`${service.ledger}.lock`).size).toBe(0);
  });
});

test('a transcript is no place for another report, and one for the next transcript', async () => {
  const { folder, transcript, text } = transcriptIn();
  const earlier = join(folder, 'earlier.jsonl');
  writeFileSync(earlier, text);
  const { exitCode, stderr } = await command(['replay', transcript, '--json', earlier]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('which is a transcript: give another file');
  expect(readFileSync(earlier, 'utf8')).toBe(text);
});

describe('by the end of a run', () => {
  /** A run whose names lead elsewhere from its 20th call on. */
  async function ending(changes: (folder: string) => void) {
    let folder = '';
    let came = 0;
    const running = await changedVariant({
      instead() {
        if (++came === 20) changes(folder);
        return undefined;
      },
    });
    onTestFinished(running.close);
    folder = mkdtempSync(join(tmpdir(), 'conform-'));
    const { config, environment } = configurationOf(running);
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    const args = ['run', '--config', join(folder, 'config.json'), ...filesIn(folder, NAMES)];
    return { folder, ...(await command(args, running, environment)) };
  }
  const sizesOf = (folder: string, names: readonly (keyof typeof FILES)[]): number[] =>
    names.map((name) => statSync(join(folder, FILES[name])).size);

  test.each([true, false])(
    'a lock that a name leads to is left as it is (of a ledger that is there: %s)',
    async (isThere) => {
      const { folder, exitCode, stderr } = await ending((folder) => {
        if (isThere) writeFileSync(join(folder, 'ledger'), '');
        writeFileSync(join(folder, 'ledger.lock'), '');
        rmSync(join(folder, FILES.markdown));
        symlinkSync('ledger.lock', join(folder, FILES.markdown));
      });
      expect(exitCode).toBe(2);
      expect(beside(stderr, 'markdown', join(folder, FILES.markdown)).length).toBeGreaterThan(1000);
      expect(statSync(join(folder, 'ledger.lock')).size).toBe(0);
      expect(existsSync(join(folder, 'ledger'))).toBe(isThere);
    },
  );

  test.each([
    ['a named pipe', (file: string) => execFileSync('mkfifo', [file]), /a named pipe by now/],
    [
      'a folder',
      (file: string) => {
        mkdirSync(file);
      },
      /EISDIR/,
    ],
    [
      'a link to a folder that is not there',
      (file: string) => {
        symlinkSync('nowhere/report', file);
      },
      /ENOENT/,
    ],
    [
      'a link to what is no lock yet',
      (file: string) => {
        symlinkSync('ledger.lock', file);
      },
      /the lock of .*ledger, by its name/,
    ],
  ])('%s is not written into, and all is there', async (_, make, why) => {
    const { folder, exitCode, stderr } = await ending((folder) => {
      rmSync(join(folder, FILES.markdown));
      make(join(folder, FILES.markdown));
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(why);
    expect(beside(stderr, 'markdown', join(folder, FILES.markdown))).toContain('# Conformance');
    expect(existsSync(join(folder, 'ledger.lock'))).toBe(false);
    expect(Math.min(...sizesOf(folder, ['json', 'junit', 'answers', 'transcript']))).toBeGreaterThan(100);
  });

  test('names that lead to themselves cost none of the others', async () => {
    const { folder, exitCode, stderr } = await ending((folder) => {
      for (const name of ['json', 'markdown'] as const) {
        rmSync(join(folder, FILES[name]));
        symlinkSync(FILES[name], join(folder, FILES[name]));
      }
    });
    expect(exitCode).toBe(2);
    for (const name of ['json', 'markdown'] as const) {
      expect(stderr).toContain(`--${name} could not be written: ELOOP`);
      expect(beside(stderr, name, join(folder, FILES[name])).length).toBeGreaterThan(1000);
    }
    expect(Math.min(...sizesOf(folder, ['junit', 'answers', 'transcript']))).toBeGreaterThan(100);
  });

  test('of two names of one file the second is written beside it', async () => {
    const { folder, exitCode, stderr } = await ending((folder) => {
      rmSync(join(folder, FILES.junit));
      symlinkSync(FILES.transcript, join(folder, FILES.junit));
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/which is written by another meanwhile|which is a transcript/);
    expect(beside(stderr, 'junit', join(folder, FILES.junit))).toContain('<testsuites');
    expect(readFileSync(join(folder, FILES.transcript), 'utf8')).toContain('"form":"wallet-conform transcript 1"');
  });
});

test.skipIf(process.platform === 'win32')('a named pipe is refused before anything is asked', async () => {
  const { folder, transcript } = transcriptIn();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { exitCode, stderr } = await command(['replay', transcript, '--json', pipe]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--json is a named pipe');
});

test('a report in the place of a file that a code was read from is refused, and the code is still there', async () => {
  const running = await changedVariant({});
  onTestFinished(running.close);
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  const { config, environment } = configurationOf(running);
  const secret = join(folder, 'read.secret');
  writeFileSync(secret, running.readOnly.secret);
  const readOnly = { apiCode: 'env:READ_CODE', secret: `file:${secret}` };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, readOnly }));
  const args = ['run', '--config', join(folder, 'config.json'), '--transcript', secret];
  const { exitCode, stderr } = await command(args, running, environment);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('which is read: give another file');
  expect(readFileSync(secret, 'utf8')).toBe(running.readOnly.secret);
});
