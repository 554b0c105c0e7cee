// `npm run docs`: shows the docs page that the last build wrote, on this machine only.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import sirv from 'sirv';
import { readOptions } from './lib/options.ts';
import { GENERATED } from './lib/paths.ts';

const HOST = '127.0.0.1';

/** Where the port is given, which is not the same for each way to start this. */
const { option, another } =
  process.env.npm_lifecycle_event === 'start'
    ? { option: 'DOCS_PORT', another: 'DOCS_PORT in the environment' }
    : { option: '--port', another: 'npm run docs -- --port N' };

const { port } = readOptions('npm run docs -- [--port N]', {
  port: { type: 'string', default: process.env.DOCS_PORT || '4000' },
});
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
  fail(`${option} ${port} is no port: give a number from 0 (any free one) to 65535.`);
}

const folder = join(GENERATED, 'docs');
if (!existsSync(join(folder, 'index.html'))) fail('There is no docs page yet: npm run build writes it.');

/** Without a charset browsers take what is no HTML for Latin-1. */
const TEXTS: Readonly<Record<string, string>> = { '.md': 'text/markdown', '.txt': 'text/plain' };

const files = sirv(folder, {
  dev: true, // a build that runs meanwhile shows at the next reload
  etag: true,
  setHeaders(response, path) {
    const type = TEXTS[extname(path)];
    if (type !== undefined) response.setHeader('content-type', `${type}; charset=utf-8`);
  },
});
const server = createServer((request, response) => {
  files(request, response, () => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  });
});

server.on('error', (error: NodeJS.ErrnoException) => {
  const reason =
    error.code === 'EADDRINUSE' ? `is in use.\nStop what uses it, or choose another with ${another}` : error.message;
  fail(`Port ${port} of the docs ${reason}.`);
});
server.listen(Number(port), HOST, () => {
  console.log(`Docs  http://${HOST}:${String((server.address() as AddressInfo).port)}/`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
