/** Sockets: bodies up to a limit, answers, and the faults that users asked for. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { World } from '../world.ts';
import { answer, type Answer } from './answer.ts';
import { answerControl, CONTROL } from '../control/http.ts';
import type { Sandbox } from '../sandbox.ts';

/** One request with its answer, for the log. */
export interface LogEntry {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly because: string;
}

/** How requests are taken. */
export interface ServerOptions {
  /** Path segment that stands for svc. */
  readonly product: string;
  /** What control asks for; undefined: nothing. */
  readonly controlToken: string | undefined;
  readonly log: ((entry: LogEntry) => void) | undefined;
}

/** Larger bodies are refused unread: 1000 memos and labels fit many times over. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Makes the server; it does not listen yet. */
export function createSandboxServer(world: World, sandbox: () => Sandbox, options: ServerOptions): Server {
  const prefix = `/v1/${options.product}/`;
  return createServer({ requestTimeout: 30_000 }, (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const isControl = url.startsWith(CONTROL);
    const started = isControl
      ? answerControl(sandbox(), request, response, () => read(request), options.controlToken)
      : serve(world, prefix, request);
    started
      .catch((error: unknown) => broken(error))
      .then((result) => {
        if (!result) return;
        send(world, response, result);
        // a page has the token of control in its query
        options.log?.({
          method,
          url: isControl ? url.replace(/\?.*/, '') : url,
          status: result.status,
          because: result.because,
        });
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
}

async function serve(world: World, prefix: string, request: IncomingMessage): Promise<Answer | undefined> {
  const { method = 'GET', url = '/', headers, socket } = request;
  const mark = url.indexOf('?');
  const sentPath = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const body =
    method === 'GET' && !headers['content-length'] && !headers['transfer-encoding'] ? '' : await read(request);
  if (body === undefined) return TOO_LARGE;
  return answer(world, {
    method,
    path: isDecodable(sentPath) && sentPath.startsWith(prefix) ? `/v1/svc/${sentPath.slice(prefix.length)}` : '/',
    sentPath,
    query,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    body,
    ip: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  });
}

const TOO_LARGE: Answer = {
  status: 413,
  body: JSON.stringify({ error: `The body is larger than ${String(MAX_BODY_BYTES)} bytes` }),
  headers: { connection: 'close' },
  because: 'the body is too large',
};

/** The whole body; undefined for one that is too large, whose rest is not read. By events: an iterator costs a tenth of a request. */
function read(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
      resolve(undefined);
      return;
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MAX_BODY_BYTES) return;
      request.pause();
      resolve(undefined);
    });
    request.on('end', () => {
      resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('utf8'));
    });
    request.on('error', reject);
  });
}

/** A fault of the sandbox itself, never of the request. */
const broken = (error: unknown): Answer => ({
  status: 500,
  body: JSON.stringify({ error: `The sandbox is broken: ${error instanceof Error ? error.message : String(error)}` }),
  because: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

function send(world: World, response: ServerResponse, result: Answer): void {
  const { fault } = result;
  if (fault?.kind === 'lost-answer' || fault?.kind === 'lost-request') {
    response.socket?.destroy();
    return;
  }
  if (fault?.kind === 'silence') return;
  const write = (): void => {
    response.writeHead(result.status, {
      // the sandbox's own time, by which clients learn how far theirs is off
      date: new Date(world.clock.now()).toUTCString(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(result.body),
      ...result.headers,
    });
    response.end(result.body);
  };
  if (fault?.kind === 'slow') setTimeout(write, fault.delay ?? 1000).unref();
  else write();
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
