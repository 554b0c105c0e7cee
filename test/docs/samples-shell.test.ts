// The signed samples for a shell need four commands, and show the secret to none of them: any list of processes has their arguments.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Page } from './page.ts';
import { missing, signing, sourcesOf, type Way } from './samples.ts';

const COMMANDS = ['curl', 'cut', 'date', 'openssl'];

describe.runIf(!missing.includes('openssl'))('the signed samples for a shell', () => {
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    page = await Page.build();
    folder = mkdtempSync(join(tmpdir(), 'wallet-shell-'));
    for (const command of COMMANDS) {
      const call = command === 'curl' ? '' : `exec ${where(command)} "$@"`; // there is nobody to call
      const file = join(folder, command);
      writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "${command} $*" >> '${folder}/seen'\n${call}\n`);
      chmodSync(file, 0o755);
    }
  });
  afterAll(() => {
    page[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  test.each(['sh', 'bash'])('run in %s, with nothing else installed and the secret in no argument', (shell) => {
    const seen = join(folder, 'seen');
    writeFileSync(seen, '');
    const sources = sourcesOf(page.document, signing['curl in sh'] as Way);
    for (const source of sources.values()) execFileSync(where(shell), ['-e'], { input: source, env: { PATH: folder } });
    const calls = readFileSync(seen, 'utf8');
    for (const command of COMMANDS) expect(calls.match(new RegExp(`^${command} `, 'gm'))).toHaveLength(sources.size);
    expect(calls.match(/X-CHECKSUM: [0-9a-f]{64}\b/g)).toHaveLength(sources.size);
    expect(calls).not.toContain('its-secret');
  });
});

const where = (command: string): string =>
  execFileSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim();
