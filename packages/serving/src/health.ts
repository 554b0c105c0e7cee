/** Where a balancer, or a container, asks whether the server is there: outside of the interface's paths. */
import type { ServerResponse } from 'node:http';
import { sendJson } from './send.ts';

/** The path. */
export const HEALTH = '/healthz';

/** Answers that it is there; `more` are headers of every answer. */
export function sendHealth(response: ServerResponse, more?: Readonly<Record<string, string>>): void {
  sendJson(response, { status: 200, body: '{"status":"ok"}' }, more);
}
