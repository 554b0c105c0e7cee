/** Answers of control: what it shows, and why it refuses. */
import { stringifyJson } from '@wallet-operations/json';
import type { Answer } from '../service/service.ts';

/** Shows something as JSON; `name` is what was asked for, for the log. */
export const shows = (name: string, what: unknown): Answer => ({
  status: 200,
  body: stringifyJson(what),
  because: `control: ${name}`,
});

/** Refuses, and says why. */
export const refused = (status: number, error: string): Answer => ({
  status,
  body: JSON.stringify({ error }),
  because: `control: ${error}`,
});
