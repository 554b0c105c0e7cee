// The bar: one line that is written over on a terminal, and nothing anywhere else.
import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { createProgress } from '../../packages/mutation/src/progress.ts';

function written(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  let now = 0;
  const { show, clear } = createProgress(stream as unknown as WriteStream, () => now);
  show({ done: 0, all: 4, survived: 0 });
  now = 1000;
  show({ done: 1, all: 4, survived: 1 });
  clear();
  return String((stream.read() as Buffer | null) ?? '');
}

test('a terminal gets the share that is done, the survivors, and the time that is left', () => {
  expect(written(true).split('\r\x1b[K')).toEqual([
    '',
    `${'░'.repeat(30)} 0/4, 0 survived`,
    `${'█'.repeat(8)}${'░'.repeat(22)} 1/4, 1 survived, 3 s left`,
    '',
  ]);
});

test('a file gets nothing', () => {
  expect(written(false)).toBe('');
});
