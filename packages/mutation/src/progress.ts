/** A progress bar: one line that is written over, and nothing at all where the output is no terminal. */
import type { WriteStream } from 'node:tty';
import type { Progress } from './run.ts';

const WIDTH = 30;

/** Makes what draws the bar, and what takes it away. */
export function createProgress(stream: WriteStream, now: () => number = () => performance.now()) {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  const start = now();
  return {
    show: ({ done, all, survived }: Progress): void => {
      const share = all === 0 ? 1 : done / all;
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      const left = done === 0 ? '' : `, ${String(Math.ceil(((now() - start) * (1 / share - 1)) / 1000))} s left`;
      stream.write(`\r\x1b[K${bar} ${String(done)}/${String(all)}, ${String(survived)} survived${left}`);
    },
    clear: (): void => {
      stream.write('\r\x1b[K');
    },
  };
}
