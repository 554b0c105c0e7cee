/** Streams that nobody reads: they are dropped, and do not grow. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLab, ETH, ORDER } from './lab.ts';
import { rawRequest } from './raw.ts';

const MEGABYTE = 1024 * 1024;

it('drops who reads no events, and goes on telling those who do', async () => {
  const lab = await createLab();
  onTestFinished(lab.close);
  const access = { ...(await lab.createWallet(ETH)), secret: 'another' };
  const socket = connect(lab.sandbox.port, '127.0.0.1');
  socket.write('GET /_sandbox/events HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'readable');
  const reader = await fetch(`${lab.sandbox.url}/_sandbox/events`);
  let read = 0;
  const reading = (async () => {
    for await (const chunk of reader.body ?? []) if ((read += (chunk as Uint8Array).length) > 24 * MEGABYTE) return;
  })();
  // each refusal tells what should have been signed, some 4 kB
  const body = { requests: Array.from({ length: 40 }, () => ORDER) };
  const send = async (): Promise<unknown> => (await rawRequest(lab, { operationId: 'withdrawAssets', access, body }))();
  while (read <= 24 * MEGABYTE) await Promise.all(Array.from({ length: 50 }, send));
  await reading;
  let unread = 0;
  socket.on('data', (chunk) => (unread += chunk.length));
  await once(socket, 'close');
  expect(unread).toBeLessThan(16 * MEGABYTE); // what the machine keeps for a connection, and no more
});
