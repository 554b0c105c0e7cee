/** The container's files, as far as they can be tested without containers: what they copy is there, and runs. */
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serve } from '../package/mock-project.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const dockerfile = read('packages/mock/Dockerfile');
const lines = (instruction: string): string[] =>
  Array.from(dockerfile.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm')), ([, rest = '']) => rest);
const copies = lines('COPY').map((rest) => rest.split(' '));
const command = (line: string | undefined): string[] => JSON.parse(/\[.*\]/.exec(line ?? '')?.[0] ?? '[]') as string[];

const app = mkdtempSync(join(tmpdir(), 'wallet-container-'));
afterAll(() => {
  rmSync(app, { recursive: true, force: true });
});

it('installs every workspace of the lock file, or npm would refuse', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const manifests = globSync(
    workspaces.map((each) => `${each}/package.json`),
    { cwd: ROOT },
  );
  expect(copies.flatMap((paths) => paths.slice(0, -1))).toEqual(expect.arrayContaining(manifests));
});

it('sends nothing to the build but what it copies', () => {
  const ignore = read('packages/mock/Dockerfile.dockerignore').split('\n');
  const sent = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(ignore).toContain('*');
  expect(sent.toSorted()).toEqual(copies.flatMap((paths) => paths.slice(0, -1)).toSorted());
});

it('serves from nothing but what it copies, healthily, and stops on SIGTERM', async () => {
  for (const paths of copies)
    for (const source of paths.slice(0, -1)) {
      const target = paths.at(-1) ?? '';
      cpSync(
        join(ROOT, source),
        join(app, target.endsWith('/') ? join(target, source.split('/').at(-1) ?? '') : target),
        {
          recursive: true,
        },
      );
    }
  // What `npm ci` installs there: what others made, and links to the workspaces, which lead to the copies.
  for (const modules of ['node_modules', 'packages/mock/node_modules']) {
    mkdirSync(join(app, modules), { recursive: true });
    for (const name of readdirSync(join(ROOT, modules)).filter((each) => each !== '@wallet-operations'))
      symlinkSync(join(ROOT, modules, name), join(app, modules, name), 'junction');
  }
  mkdirSync(join(app, 'node_modules/@wallet-operations'));
  for (const [, name = ''] of dockerfile.matchAll(/--workspace (\S+)/g))
    cpSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name), {
      verbatimSymlinks: true,
      recursive: true,
    });

  const [, ...entrypoint] = command(lines('ENTRYPOINT')[0]);
  const served = await serve(
    spawn(process.execPath, entrypoint, { cwd: app, env: { MOCK_HOST: '127.0.0.1', MOCK_PORT: '0' } }),
  );
  const [, ...health] = command(lines('HEALTHCHECK')[0]);
  const isHealthy = async (): Promise<number | null> => {
    const check = spawn(process.execPath, health, { env: { MOCK_PORT: new URL(served.url).port } });
    await once(check, 'close');
    return check.exitCode;
  };
  expect(await isHealthy()).toBe(0);
  expect((await served.stop()).exitCode).toBe(0);
  expect(await isHealthy()).toBe(1);
});

it('runs without rights that it does not need', () => {
  expect(lines('USER')).toEqual(['node']);
  const { services } = parse(read('packages/mock/compose.yaml')) as { services: { mock: Record<string, unknown> } };
  expect(services.mock).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    build: { dockerfile: 'packages/mock/Dockerfile' },
  });
});
