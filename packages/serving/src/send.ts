/** Sends answers in JSON. */
import type { ServerResponse } from 'node:http';

/** What is sent. */
export interface JsonAnswer {
  readonly status: number;
  /** JSON already, unless a header says otherwise. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends it; `more` are headers of every answer. A text goes out with the headers, bytes would go after them. */
export function sendJson(
  response: ServerResponse,
  { status, body, headers }: JsonAnswer,
  more?: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...more,
    ...headers,
  });
  response.end(body);
}

/** The answer for a fault of the one who answers, never of the request. */
export const brokenBy = (who: string, error: unknown): JsonAnswer => ({
  status: 500,
  body: JSON.stringify({ error: `The ${who} is broken: ${error instanceof Error ? error.message : String(error)}` }),
});
