/** A mock in a process of its own, which tells how much memory it uses. Run with --expose-gc. */
import { startMock } from '@wallet-operations/mock';

const mock = await startMock();
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed });
});
process.on('disconnect', () => void mock.close());
process.send?.({ port: mock.port });
