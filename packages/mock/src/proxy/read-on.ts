/** Reads on from a peer that takes no more: what it has answered before it hung up is still there to be read. */
import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/**
 * Node drops a socket, and what has come on it, with the first write that fails; so a refusal that a service sends before it has read a large body would be lost.
 * Here what cannot be written is let go, `failed` hears of it, and the connection ends when it has been read to its end.
 */
export function readOn(socket: Socket, failed: (error: Error) => void): void {
  const patient =
    (done: Done): Done =>
    (error) => {
      if (error) failed(error);
      done();
    };
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => {
    write(chunk, encoding, patient(done));
  };
  if (writev)
    socket._writev = (chunks, done) => {
      writev(chunks, patient(done));
    };
}
