/** Prism itself, as anyone may run it on the published document: it serves every example, and finds none that breaks its schema. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };

const require = createRequire(import.meta.url);

let prism: ChildProcess;
let base: string;
beforeAll(async () => {
  const bin = require.resolve('@stoplight/prism-cli/dist/index.js');
  const path = require.resolve('@wallet-operations/openapi/openapi.json');
  prism = spawn(process.execPath, [bin, 'mock', path, '--errors', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  base = await listening(prism.stdout as Readable);
});
afterAll(() => prism.kill());

async function listening(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (!url) continue;
    output.resume(); // or the pipe fills up, and Prism waits
    return url;
  }
  throw new Error('Prism ended before it listened.');
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example: string | number;
}
interface Content {
  readonly content: { readonly 'application/json': { readonly examples: Record<string, unknown> } };
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: unknown[];
  readonly requestBody?: Content;
  readonly responses: Record<string, unknown>;
}

/** The node itself, or what its `$ref` points to. */
function follow(node: unknown): unknown {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node;
  const keys = $ref.slice(2).split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as unknown as Record<string, Operation>).map(([method, operation]) => ({
    path,
    method,
    operation,
  })),
);

it.each(operations)('serves every example of $operation.operationId', async ({ path, method, operation }) => {
  const query = new URLSearchParams({ t: '1' });
  let url = path;
  for (const each of operation.parameters ?? []) {
    const { name, in: place, required, example } = follow(each) as Parameter;
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(example));
    else if (required) query.set(name, String(example));
  }
  const [request] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
  const body = request === undefined ? undefined : JSON.stringify((follow(request) as { value: unknown }).value);
  for (const [status, response] of Object.entries(operation.responses)) {
    for (const [name, example] of Object.entries((follow(response) as Content).content['application/json'].examples)) {
      const answer = await fetch(`${base}${url}?${query.toString()}`, {
        method,
        headers: {
          'x-api-code': 'code',
          'x-checksum': 'sum',
          prefer: `code=${status}, example=${name}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      expect([status, name, answer.status, await answer.json()]).toEqual([
        status,
        name,
        Number(status),
        (follow(example) as { value: unknown }).value,
      ]);
      expect(answer.headers.get('sl-violations')).toBeNull();
    }
  }
});
