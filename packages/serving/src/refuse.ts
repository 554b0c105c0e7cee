/** Answers what is no HTTP, or never became a whole request, and hangs up. */
import type { Socket } from 'node:net';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const WORDS: Readonly<Record<string, string>> = { TUNNEL: 'CONNECT is not carried, for this is no tunnel' };

/** Milliseconds that a peer gets to read the answer: one that is still writing would lose it with the connection. */
const LINGER = 1000;

/** Answers in JSON as everything else does, by the code of the error. */
export function answerAndHangUp(socket: Socket, { code = '' }: NodeJS.ErrnoException): void {
  if (socket.destroyed || socket.writableEnded) return; // answered already
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[code] ?? 400;
  const reason = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ error: `${reason}: ${WORDS[code] ?? 'this is no complete HTTP request'}` });
  const length = String(Buffer.byteLength(body));
  socket.end(
    `HTTP/1.1 ${String(status)} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER).unref();
}
