// The sources of a package run in this repository alone: npm neither packs nor publishes them, and says what to do.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolders } from '../../scripts/release/workspaces.ts';
import { ROOT } from './build.ts';

const PUBLISHED = ['client', 'conformance', 'durable', 'mock', 'mutation', 'sandbox'];
const folders = packageFolders().filter((folder) => folder !== 'generated'); // has what everybody can run

const run = (command: string, folder: string) =>
  spawnSync(command, { cwd: join(ROOT, folder), encoding: 'utf8', shell: true });

test.each(folders)('%s refuses to be packed', (folder) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const { status, stderr } = run(scripts['prepack'] ?? '', folder);
  const name = folder.replace('packages/', '');
  const advice = PUBLISHED.includes(name)
    ? `Build what is published: npm run pack:${name}, then npm pack in ${folder}/dist.`
    : 'It is no package by itself: those that stand on it are published with it inside.';
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${folder} has sources that only this repository can run: npm cannot pack them.\n${advice}\n`,
  });
});

test('npm asks, and packs nothing', () => {
  const { status, stdout, stderr } = run('npm pack --dry-run --loglevel error', 'packages/client');
  expect(status).toBe(1);
  expect(stderr).toContain('npm run pack:client');
  expect(stdout).not.toContain('.tgz');
});
