/** Whatever a client sends, and however it leaves: it gets an answer that is one, or none, and the next client is served. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oddClients } from './clients.ts';
import { received, send, statusOf } from './exchange.ts';
import { servers, type Peer } from './servers.ts';

describe.each(['mock', 'proxy', 'sandbox'] as const)('%s', (name) => {
  let server: Peer;
  beforeAll(async () => {
    server = await servers[name]();
  });
  afterAll(() => server.close());

  it.each(oddClients)('goes on after $name', async (client) => {
    const socket = await send(server.port, client);
    const { then = 'wait' } = client;
    if (then === 'wait' || then === 'end') {
      const text = await received(socket);
      const status = statusOf(text);
      if (then === 'wait') expect(status).toBeGreaterThan(0);
      expect(status).toBeLessThan(500);
      if (status > 0) expect(text).toMatch(/^content-type: (application\/json|text\/html; charset=utf-8)\r$/im);
    }
    expect(await server.ask()).toBe(200);
    if (then !== 'leave open' && !socket.destroyed) {
      socket.destroy();
      await once(socket, 'close');
    }
  });
});

it('has at least 150 of them, each another', () => {
  const sent = oddClients.map(({ sends, then }) =>
    JSON.stringify([sends.map((packet) => packet.toString('latin1')), then]),
  );
  expect(new Set(sent).size).toBe(oddClients.length);
  expect(oddClients.length).toBeGreaterThanOrEqual(150);
});
