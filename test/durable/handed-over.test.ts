/** A connection that breaks in the moment in which the pool hands it over ends no process. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { postgres } from '@wallet-operations/durable';
import { expect, onTestFinished, test } from 'vitest';

/** A message of PostgreSQL: its letter, its length with itself, what it says. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

/** Let in, ready for a statement, and ended by the server: all in one packet. */
const LET_IN_AND_ENDED = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);

test.each(['query', 'transaction'] as const)('of a %s', async (what) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(LET_IN_AND_ENDED));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const database = postgres(`postgres://somebody@127.0.0.1:${String(port)}/orders?sslmode=disable`);
  onTestFinished(database.close);
  await expect(
    what === 'query' ? database.query('SELECT 1') : database.transaction(({ query }) => query('SELECT 1')),
  ).rejects.toThrow();
});
