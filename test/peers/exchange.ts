/** One exchange over a raw socket: what a peer sends, how it ends, and what came back. */
import { connect, type Socket } from 'node:net';

/** What a client does. */
export interface OddClient {
  readonly name: string;
  /** Sent one after the other, each in a packet of its own. */
  readonly sends: readonly (string | Buffer)[];
  /** What it does then. Default: it waits for an answer. */
  readonly then?: 'wait' | 'end' | 'destroy' | 'reset' | 'leave open';
}

/** Milliseconds after which no answer is a hang. */
const PATIENCE = 5_000;

/** Writes each packet, then does what the client does. */
export async function send(port: number, { sends, then = 'wait' }: OddClient): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  socket.on('error', () => undefined); // it may be refused while it is still writing
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('error', resolve));
  for (const packet of sends)
    await new Promise<void>((resolve) => {
      socket.write(packet, () => {
        setImmediate(resolve);
      });
    });
  if (then === 'end') socket.end();
  if (then === 'destroy') socket.destroy();
  if (then === 'reset') socket.resetAndDestroy();
  return socket;
}

/** All that comes back until `isEnough` of it has, or the connection ends; rejects if neither happens in time. */
export function received(socket: Socket, isEnough: (text: string) => boolean = isAnswer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => {
      reject(new Error(`Neither an answer nor the end came in ${String(PATIENCE)} ms, but: ${JSON.stringify(text)}`));
      socket.destroy();
    }, PATIENCE);
    const done = (): void => {
      clearTimeout(timer);
      resolve(text);
    };
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => {
        text += chunk;
        if (isEnough(text)) done();
      })
      .on('end', done)
      .on('close', done);
    if (socket.destroyed) done();
  });
}

/** Whether a whole answer has come, informational ones aside. */
const isAnswer = (text: string): boolean => {
  const [head = '', ...rest] = text.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n(?:.+\r\n)*\r\n)+/, '').split('\r\n\r\n');
  if (rest.length === 0) return false;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length);
};

/** The status of an answer, informational ones aside; 0 where none came. */
export const statusOf = (text: string): number =>
  Number(
    /^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n(?:.+\r\n)*\r\n)*HTTP\/1\.1 ([2-9]\d\d)/.exec(text.slice(0, 100_000))?.[1] ?? 0,
  );
