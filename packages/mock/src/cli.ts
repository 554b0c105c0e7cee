#!/usr/bin/env node
/** The mock on the command line. */
import { parseArgs } from 'node:util';
import { sampleRequest } from './sample.ts';
import { startMock } from './server.ts';

const USAGE = `Usage: wallet-mock [options]

Answers all operations of the wallet interface from the examples of its OpenAPI document.

  --port N        port to listen on; 0 takes any free one (default 4010)
  --host ADDRESS  address to listen on (default 127.0.0.1)
  --product NAME  path segment that stands for svc (default svc)
  --quiet         no line for each request
  --help          this text
`;

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      product: { type: 'string', default: 'svc' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(USAGE);
  else await serve(values);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

async function serve({
  port,
  host,
  product,
  quiet,
}: {
  port: string;
  host: string;
  product: string;
  quiet: boolean;
}): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new Error(`--port takes a number from 0 to 65535, not ${port}`);
  if (!/^[\w-]+$/.test(product)) throw new Error(`--product takes letters, digits, _ and -, not ${product}`);
  const mock = await startMock({
    port: Number(port),
    host,
    product,
    ...(quiet
      ? {}
      : {
          log: ({ method, url, status, because }) =>
            process.stdout.write(`${method} ${url} → ${String(status)} ${because}\n`),
        }),
  });
  process.stdout.write(`Mock  ${mock.url}\n\n${sampleRequest(mock.url, product)}\n\n`);
  const stop = (): void => void mock.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `The mock cannot listen: ${error.message.replace('listen EADDRINUSE: ', '')}. Choose another port with --port N; 0 takes any free one.`;
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${USAGE}`;
  return error.message;
}
