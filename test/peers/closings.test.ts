/** Told to end, each server ends in time, whatever is connected to it and in whatever state. */
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { send } from './exchange.ts';
import { servers } from './servers.ts';

const HEAD = 'Host: a\r\nX-API-CODE: code\r\nX-CHECKSUM: sum\r\n';
const GET = `GET /v1/svc/currency/prices?t=1 HTTP/1.1\r\n${HEAD}`;
const POST = `POST /v1/svc/wallets/1/sender/transactions?t=1 HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n`;

/** What is connected: what it has sent by then, each packet for itself. */
const CONNECTED: Readonly<Record<string, readonly string[]>> = {
  'has sent nothing': [],
  'has sent half a first line': ['GET /v1'],
  'has sent half a header': [GET],
  'has sent half a body': [`${POST}Content-Length: 99\r\n\r\n{"req`],
  'has sent half a chunk': [`${POST}Transfer-Encoding: chunked\r\n\r\nff\r\n{"req`],
  'waits for 100 Continue': [`${POST}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`],
  'is kept alive': [`${GET}\r\n`],
  'is kept alive, and has begun again': [`${GET}\r\n`, 'GET /v1'],
  'has asked for a tunnel': ['CONNECT a:443 HTTP/1.1\r\n\r\n'],
  'has been refused, and stays': ['garbage\r\n\r\n'],
  'has asked twenty times, and reads nothing': [`${GET}\r\n`.repeat(20)],
};

/** 5 seconds are the deadline, the rest is a busy machine. */
const IN_TIME = 9_000;

const states = Object.entries(CONNECTED).flatMap(([state, sends]) =>
  (['mock', 'proxy', 'sandbox'] as const).map((name) => ({ name, state, sends })),
);

it.concurrent.each(states)(
  '$name ends although somebody $state',
  { timeout: 30_000 },
  async ({ name, state, sends }) => {
    const server = await servers[name]();
    const sockets: Socket[] = [];
    for (let i = 0; i < 3; i++) sockets.push(await send(server.port, { name: state, sends }));
    if (!state.endsWith('nothing')) for (const socket of sockets) socket.resume();
    expect(await server.ask()).toBe(200); // by now the others have arrived as well
    const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    const start = performance.now();
    await server.close();
    expect(performance.now() - start).toBeLessThan(IN_TIME);
    for (const socket of sockets) socket.resume().end(); // who reads nothing does not see the end either
    await Promise.all(gone);
    const refused = await new Promise((resolve) => {
      connect(server.port, '127.0.0.1').once('error', resolve);
    });
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  },
);
