// `npm start` shows docs and mock together; where one of them cannot, it ends with that one's message, and with nothing left running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Repository } from '../repository.ts';

let repository: Repository;
let occupant: Server;
let port: string;
beforeAll(async () => {
  repository = new Repository();
  repository.write('scripts/build.ts', ''); // what it builds is no matter here
  repository.write('generated/docs/index.html', 'the page');
  occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  port = String((occupant.address() as AddressInfo).port);
});
afterAll(() => {
  occupant.close();
  repository[Symbol.dispose]();
});

function start(env: NodeJS.ProcessEnv) {
  const { scripts } = JSON.parse(repository.read('package.json')) as { scripts: { start: string } };
  const [, ...parameters] = scripts.start.split(' ');
  const options = { cwd: repository.root, env: { ...process.env, npm_lifecycle_event: 'start', ...env } };
  return spawn(process.execPath, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

const taken = (docs: string, mock: string): NodeJS.ProcessEnv => ({ DOCS_PORT: docs, MOCK_PORT: mock });

test.each([
  [
    'the port of the docs is taken',
    () => taken(port, '0'),
    () =>
      `Port ${port} of the docs is in use.\nStop what uses it, or choose another with DOCS_PORT in the environment.\n`,
  ],
  [
    'the port of the docs is none',
    () => taken('abc', '0'),
    () => 'DOCS_PORT abc is no port: give a number from 0 (any free one) to 65535.\n',
  ],
  [
    'the port of the mock is taken',
    () => taken('0', port),
    () =>
      `Cannot listen: address already in use 127.0.0.1:${port}.\nStop what uses the port, or choose another with --port N, or with MOCK_PORT in\nthe environment; 0 takes any free one.\n`,
  ],
])('it says so, and how to mend it, when %s', async (_, env, said) => {
  const child = start(env());
  const [stderr] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')]);
  expect({ code: child.exitCode, stderr }).toEqual({ code: 1, stderr: said() });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends both, with exit code 0', async (signal) => {
  const child = start(taken('0', '0'));
  const urls: string[] = [];
  for await (const chunk of child.stdout) {
    urls.push(...(String(chunk).match(/(?<=^(?:Docs|Mock) {2})http\S+/gm) ?? []));
    if (urls.length === 2) break;
  }
  const answered = await Promise.all(urls.map(async (url) => (await fetch(url)).status > 0));
  expect(answered).toEqual([true, true]);
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed');
});
