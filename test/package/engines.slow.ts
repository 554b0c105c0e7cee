// The packed client in other engines than Node: every example of its README, under Bun and Deno from the registry.
import { exec, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMock, type Mock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remove, temporaryFolder } from './build.ts';
import { createProject, type Project } from './install.ts';
import { examplesOf } from './readme.ts';

/** Exactly pinned; too heavy to be installed with everything else. */
const ENGINES = { bun: '1.4.5', deno: '2.9.6' };
const COMMANDS = { bun: ['run'], deno: ['run', '--quiet', '--no-check', '--allow-all', '--node-modules-dir=manual'] };

const folder = temporaryFolder();
const enginesFolder = temporaryFolder();
let mock: Mock;
let project: Project;
beforeAll(async () => {
  mock = await startMock();
  project = await createProject(folder);
  const packages = Object.entries(ENGINES).map(([name, version]) => `${name}@${version}`);
  await promisify(exec)(`npm install --no-save --no-audit --no-fund --loglevel error ${packages.join(' ')}`, {
    cwd: enginesFolder,
  });
});
afterAll(async () => {
  remove(folder);
  remove(enginesFolder);
  await mock.close();
});

describe.each(Object.entries(COMMANDS))('%s', (engine, command) => {
  beforeAll(() => {
    mkdirSync(join(folder, engine)); // an example may write a file, and finds it if it runs again
  });
  const run = async (...parameters: string[]): Promise<string> => {
    const binary = join(enginesFolder, 'node_modules', '.bin', engine);
    return (await promisify(execFile)(binary, parameters, { cwd: join(folder, engine) })).stdout;
  };

  test('is the version that was asked for', async () => {
    expect(await run('--version')).toContain(ENGINES[engine as keyof typeof ENGINES]);
  });

  test.each(['withdrawAssets', 'createDepositAddresses'])(
    'sends %s once, although the connection that was kept for it is lost',
    async (operationId) => {
      const posts: string[] = [];
      const server = createServer((incoming, response) => {
        incoming.resume().on('end', () => {
          if (incoming.method === 'GET')
            response.end('{"valid":{"api_code":"code","exp":1},"inactivated":{"api_code":"b"}}');
          else if (posts.push(String(incoming.headers['x-checksum'])) === 1)
            response.socket?.destroy(); // taken, and nobody hears of it
          else
            response
              .writeHead(403)
              .end('{"error_code":827,"error":"Outgoing address in black list, abort transaction"}');
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const call = { withdrawAssets: '{ requests: [order] }', createDepositAddresses: '{ count: 1 }' }[operationId];
      const [program, start] = [`once-${operationId}.ts`, `start-once-${operationId}.ts`];
      project.write(
        join(engine, program),
        `import { createWalletClient } from '@wallet-operations/client';
        const order = { order_id: 'shop1_1', address: '0x25d5', amount: '1' };
        const wallet = createWalletClient({ baseUrl: 'http://127.0.0.1:${String(port)}', credentials: { apiCode: 'code', secret: 'secret' }, attempts: 1 }).wallet(1);
        await wallet.getApiCodeStatus();
        await wallet.${operationId}(${String(call)}).then(() => console.log('done'), ({ name, effect }) => console.log(name, effect));`,
      );
      project.write(join(engine, start), `import './${program}';`);
      const printed = await run(...command, start);
      server.closeAllConnections();
      server.close();
      expect([printed.trim(), posts.length]).toEqual(['ConnectionError unknown', 1]);
    },
  );

  test.each(examplesOf('').map(({ heading }, i) => [heading, i] as const))(
    'runs what the README says: %s',
    async (_, i) => {
      const { code, prints } = examplesOf(mock.url)[i] ?? { code: '', prints: [] };
      const [example, start] = [`example${String(i)}.ts`, `start${String(i)}.ts`];
      project.write(join(engine, example), code);
      project.write(join(engine, start), `import './${example}';`); // Bun would serve what it starts with, if that has a fetch, and never end
      const printed = (await run(...command, start)).replace(/\x1b\[\d*m/g, '');
      expect(printed.trimEnd().split('\n')).toEqual(prints);
    },
  );
});
