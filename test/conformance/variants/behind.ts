/** Makes variants: a rich sandbox with other settings, or one whose answers are changed on their way. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import type { SandboxOptions } from '@wallet-operations/sandbox';
import { createValidator } from '@wallet-operations/validator';
import { overlayFileOf } from '../../overlays/files.ts';
import { createWorld, type World } from '../world.ts';
import type { Running, Variant } from './variant.ts';

/** A request on its way to the sandbox. */
export interface Passing {
  /** Undefined for a path that is no operation's. */
  readonly operationId: string | undefined;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** An answer on its way back. `body` is JSON with bigints where numbers are too large, or a text that is none. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the operation answers with
  body: any;
}

/** What is changed on the way. */
export interface Change {
  /** Answers instead of the sandbox; undefined lets it answer. */
  readonly instead?: (request: Passing, world: World) => Answer | undefined | Promise<Answer | undefined>;
  /** Passes the request on as another: its target (path and query). It is not signed anew: use `asSandbox` for that. */
  readonly target?: (request: Passing) => string;
  /** Changes the answer, in place or by giving another. */
  readonly answer?: (answer: Answer, request: Passing, world: World) => Answer | undefined;
}

/** A rich sandbox under other options, and with answers of an operator to open points. */
export async function sandboxVariant(
  answers: readonly { readonly id: string; readonly answer?: string; readonly value: unknown }[] = [],
  options: SandboxOptions = {},
): Promise<Running> {
  return runningOf(await worldOf(answers, options));
}

/** A rich sandbox behind something that changes requests or answers. */
export async function changedVariant(
  change: Change,
  answers: readonly { readonly id: string; readonly answer?: string; readonly value: unknown }[] = [],
  options: SandboxOptions = {},
): Promise<Running> {
  return changedWorld(await worldOf(answers, options), change);
}

/** The same at this machine's present, for a run as a process, which has no other clock. From then on its time stands still. */
export async function presentVariant(change: Change): Promise<Running> {
  const world = await createWorld({ startAt: Date.now() - 26 * 3_600_000 }); // what happens in it takes less
  const { control, now } = world.sandbox;
  await control.advance({ seconds: Math.round((Date.now() - now()) / 1000) });
  return changedWorld(world, change);
}

/** A variant that is a rich sandbox behind such a change. */
export const variant = (name: string, change: Change, ...expected: Variant['expected']): Variant => ({
  name,
  start: () => changedVariant(change),
  expected,
});

/** A sandbox of one's own making behind something that changes requests or answers. */
export async function changedWorld(world: World, change: Change): Promise<Running> {
  const { url, close } = await behind(world, change);
  const running = runningOf(world);
  return {
    ...running,
    url,
    async close() {
      await close();
      await running.close();
    },
  };
}

async function worldOf(
  answers: readonly { readonly id: string; readonly answer?: string; readonly value: unknown }[],
  options: SandboxOptions,
): Promise<World> {
  const overlay = overlayFileOf(answers.map(({ answer = 'So it is.', ...rest }) => ({ answer, ...rest })));
  return createWorld(answers.length === 0 ? options : { ...options, overlay });
}

/** A world as it is run against. */
export const runningOf = ({ sandbox, wallets, readOnly }: World): Running => ({
  url: sandbox.url,
  wallets,
  readOnly,
  now: sandbox.now,
  fingerprint: async () => (await sandbox.control.fingerprint()).fingerprint,
  close: sandbox.close,
});

async function behind(
  world: World,
  { instead, target, answer }: Change,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { route } = createValidator(bundled);
  const passingOf = async (request: IncomingMessage): Promise<Passing> => {
    const { method = '', url = '', headers } = request;
    const call = route(method, url);
    return {
      operationId: 'operation' in call ? call.operation.operationId : undefined,
      method,
      target: url,
      query: new URL(url, 'http://localhost').searchParams,
      headers: headers as Record<string, string | undefined>,
      body: await text(request),
    };
  };
  const fromSandbox = async (passing: Passing): Promise<Answer> => {
    const { method, headers, body } = passing;
    const kept = ['x-api-code', 'x-checksum', 'content-type'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    );
    const response = await fetch(`${world.sandbox.url}${target?.(passing) ?? passing.target}`, {
      method,
      headers: Object.fromEntries(kept) as Record<string, string>,
      ...(body !== '' && { body }),
    });
    const said = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status, headers: { 'content-type': contentType }, body: said && parseJson(said) };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const passing = await passingOf(request);
      const given = (await instead?.(passing, world)) ?? (await fromSandbox(passing));
      const { status, headers, body } = answer?.(given, passing, world) ?? given;
      response.writeHead(status, headers).end(typeof body === 'string' ? body : stringifyJson(body));
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
