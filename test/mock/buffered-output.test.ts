/** What the log of the mock and of the proxy goes through. */
import { setImmediate } from 'node:timers/promises';
import { bufferedOutput } from '@wallet-operations/serving';
import { expect, it } from 'vitest';

it('writes what comes within one turn at once, in its order, and each text once', async () => {
  const written: string[] = [];
  const write = bufferedOutput({ write: (text) => written.push(text) });
  write('a\n');
  write('b\n');
  expect(written).toEqual([]);
  await setImmediate();
  expect(written).toEqual(['a\nb\n']);
  write('c\n');
  await setImmediate();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

it('writes what is left when the process exits', () => {
  const written: string[] = [];
  const before = process.listeners('exit');
  const write = bufferedOutput({ write: (text) => written.push(text) });
  const [atExit] = process.listeners('exit').filter((listener) => !before.includes(listener));
  write('a\n');
  atExit?.(0);
  expect(written).toEqual(['a\n']);
});
