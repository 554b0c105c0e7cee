/** The endpoint for node:http, and for all that hand on its request and response: Express, Fastify, Koa, Next's pages. */
import { CallbackError } from './error.ts';

/** A request of node:http, and what parsers of bodies leave on it. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly readableDidRead: boolean;
  /** What a parser has made of the body: `express.raw()` leaves the bytes, others something else. */
  readonly body?: unknown;
  /** The bytes, where a platform or a parser keeps them beside what it made of them. */
  readonly rawBody?: unknown;
}

/** A response of node:http. */
export interface NodeResponse {
  readonly writeHead: (status: number, headers: Record<string, string>) => unknown;
  readonly end: (body: Uint8Array) => unknown;
  readonly destroy: () => unknown;
}

/**
 * Makes a listener for node:http of an endpoint of requests and responses: a handler of callbacks, or of approvals. Express, Koa, Fastify and
 * pages of Next hand on the request and response of node:http: the README has a line for each.
 *
 * It takes the bytes as they come, or as `express.raw()` has left them in `body`, or a platform in `rawBody`. A body that was parsed before
 * is a {@link CallbackError} `body_used` for `onError`, which says what mends it, and a 500: what was signed cannot be got back from it.
 * The endpoint gets method, headers and body; the path is yours to route by. The listener never rejects.
 */
export function toNodeHandler(
  handler: (request: Request) => Promise<Response>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    try {
      const answer = await handler(asRequest(request));
      const isUnread = answer.status === 413; // and who sends too much is not listened to any longer
      response.writeHead(answer.status, {
        ...Object.fromEntries(answer.headers),
        ...(isUnread && { Connection: 'close' }),
      });
      response.end(new Uint8Array(await answer.arrayBuffer()));
    } catch {
      response.destroy(); // a request that cannot be put into words, or a connection that is gone
    }
  };
}

function asRequest(request: NodeRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':')) continue; // of HTTP/2, which are no headers
    for (const each of typeof value === 'object' ? value : [value]) if (each !== undefined) headers.append(name, each);
  }
  const method = request.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: bodyOf(request), duplex: 'half' as const };
  return new Request('http://localhost/', { method, headers, ...body });
}

function bodyOf(request: NodeRequest): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  for (const bytes of [request.rawBody, request.body]) if (bytes instanceof Uint8Array) return new Uint8Array(bytes);
  const wasRead = request.readableDidRead;
  const chunks = request[Symbol.asyncIterator]();
  // Left alone when it is cancelled: to end the iterator would end the connection, and the answer with it.
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        if (wasRead) throw bodyUsed(request);
        const { done, value } = (await chunks.next()) as IteratorResult<Uint8Array, undefined>;
        if (done === true) stream.close();
        else stream.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

function bodyUsed({ body }: NodeRequest): CallbackError {
  const left = Array.isArray(body) ? 'an array' : `a value of type ${typeof body}`;
  return new CallbackError(
    'body_used',
    `A parser has read the body of the request before${body === undefined ? '' : ` and left ${left}`}. The raw bytes are what was signed: ` +
      'let nothing read them before the handler. ' +
      "Express: app.post('/callbacks', toNodeHandler(handler)) before app.use(express.json()). " +
      'Koa: the route before app.use(bodyParser()). ' +
      'Fastify, in the scope of the route: scope.removeAllContentTypeParsers(); ' +
      "scope.addContentTypeParser('*', (request, payload, parsed) => parsed(null)). " +
      'Nest: NestFactory.create(AppModule, { rawBody: true }). ' +
      'A page of Next: export const config = { api: { bodyParser: false } }.',
  );
}
