// `npm run build`: what it writes, what it leaves alone, and how it ends when it is interrupted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { caseOf, overlayFile } from '../overlays/files.ts';
import { Workspace, type Outcome } from './workspace.ts';

const ARTIFACTS = [
  'README.md',
  'callbacks.d.ts',
  'callbacks.js',
  'docs/contents.html',
  'docs/contents.md',
  'docs/errors.json',
  'docs/index.html',
  'docs/llms-full.txt',
  'docs/llms.txt',
  'docs/openapi.json',
  'docs/openapi.yaml',
  'docs/postman.json',
  'docs/style.css',
  'errors.d.ts',
  'errors.js',
  'methods.d.ts',
  'openapi.json',
  'openapi.yaml',
  'operations.d.ts',
  'operations.js',
  'package.json',
  'points.d.ts',
  'points.js',
  'reasons.d.ts',
  'reasons.js',
  'tables.d.ts',
  'tables.js',
  'types.d.ts',
  'workflows.arazzo.yaml',
];

/** A static page, each of which `test/docs/static.test.ts` knows. */
const PAGE = /^docs\/(guides|operations|errors)\/[\w-]+\.(html|md)$/;

const UP_TO_DATE = 'generated/ is up to date\n';

let workspace: Workspace;
let firstBuild: Outcome;

beforeAll(async () => {
  workspace = new Workspace();
  firstBuild = await workspace.build();
  workspace.save();
});

beforeEach(() => {
  workspace.restore();
});

afterAll(() => {
  workspace[Symbol.dispose]();
});

test('writes every artifact, and nothing else', () => {
  expect(firstBuild).toMatchObject({ exitCode: 0, stderr: '' });
  const written = [...workspace.snapshot().keys()].sort();
  expect(written.filter((path) => !PAGE.test(path))).toEqual(ARTIFACTS);
  expect(workspace.leftovers()).toEqual([]);
});

test('every export of the package leads to a file of it', () => {
  const manifest = JSON.parse(workspace.snapshot().get('package.json')?.content ?? '') as {
    exports: Record<string, string | Record<string, string>>;
  };
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((target) => !ARTIFACTS.includes(target.replace('./', '')))).toEqual([]);
});

test('lists its steps with their times', () => {
  const lines = firstBuild.stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^✔ lint the document \[\d+\.\d s\]$/);
  expect(lines.at(-1)).toMatch(/^✔ write generated\/ \[\d+\.\d s\]$/);
});

test('when it runs again, touches nothing but what no step writes any more', async () => {
  const before = workspace.snapshot();
  writeFileSync(workspace.path('generated/abandoned.js'), '');
  expect((await workspace.build()).exitCode).toBe(0);
  expect(workspace.snapshot()).toEqual(before);
});

test('drops the answers of the build before where it is not given them, and says which', async () => {
  const overlay = ['--overlay', overlayFile(caseOf('batch-limit'))];
  expect((await workspace.build(...overlay)).stdout).not.toContain('batch-limit');
  expect((await workspace.build(...overlay)).stdout).toBe(UP_TO_DATE);
  const { stdout } = await workspace.build();
  expect(stdout).toMatch(
    /\ngenerated\/ had answers that this build was not given: batch-limit\.\nThey are assumed again;/,
  );
  expect(readFileSync(workspace.path('generated/points.js'), 'utf8')).toContain('batchLimit = "none"');
  expect((await workspace.build()).stdout).toBe(UP_TO_DATE);
});

test('says how it is used when it is used otherwise', async () => {
  const { exitCode, stderr } = await workspace.build('--chek');
  expect(exitCode).toBe(1);
  expect(stderr).toContain("Unknown option '--chek'");
  expect(stderr).toContain('Usage: npm run build -- [--check]');
});

describe('--check', () => {
  test('makes nothing to compare with where nothing changed since the build', async () => {
    await workspace.build();
    const before = workspace.snapshot();
    expect(await workspace.build('--check')).toEqual({ exitCode: 0, stdout: UP_TO_DATE, stderr: '' });
    expect(workspace.snapshot()).toEqual(before);
  });

  test('passes what the document gives, without the docs, which are not committed', async () => {
    rmSync(workspace.path('generated/docs'), { recursive: true });
    const before = workspace.snapshot();
    expect(await workspace.build('--check')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(workspace.snapshot()).toEqual(before);
  });

  test('names every stale file and the command that mends it, and writes nothing', async () => {
    writeFileSync(workspace.path('generated/types.d.ts'), 'export {};\n');
    writeFileSync(workspace.path('generated/abandoned.js'), '');
    rmSync(workspace.path('generated/errors.js'));
    const before = workspace.snapshot();
    const { exitCode, stderr } = await workspace.build('--check');
    expect(exitCode).toBe(1);
    expect(stderr.match(/generated\/\S+\.\S+/g)).toEqual([
      'generated/abandoned.js',
      'generated/errors.js',
      'generated/types.d.ts',
    ]);
    expect(stderr).toContain('npm run build');
    expect(workspace.snapshot()).toEqual(before);
  });
});

describe('a second build', () => {
  test('does nothing, and says so, when nothing changed', async () => {
    const before = workspace.snapshot();
    expect(await workspace.build()).toEqual({ exitCode: 0, stdout: UP_TO_DATE, stderr: '' });
    expect(workspace.snapshot()).toEqual(before);
  });

  test('builds when an input changed', async () => {
    workspace.edit('openapi/openapi.yaml', 'title: ', 'title: New ');
    const { exitCode, stdout } = await workspace.build();
    expect(exitCode).toBe(0);
    expect(stdout).not.toBe(UP_TO_DATE);
    expect(workspace.snapshot().get('openapi.json')?.content).toContain('"title": "New ');
  });

  test('builds when an output changed', async () => {
    const wanted = workspace.snapshot().get('docs/index.html')?.content;
    writeFileSync(workspace.path('generated/docs/index.html'), 'broken');
    expect((await workspace.build()).stdout).not.toBe(UP_TO_DATE);
    expect(workspace.snapshot().get('docs/index.html')?.content).toBe(wanted);
  });
});

describe('when it is stopped halfway', () => {
  async function stopAtSecondStep(signal: NodeJS.Signals): Promise<number | null> {
    const child = spawn(process.execPath, ['scripts/build.ts'], {
      cwd: workspace.root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data'); // the first step's line
    child.kill(signal);
    await once(child, 'close');
    return child.exitCode;
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves generated/ as it was and nothing beside it', async (signal) => {
    workspace.edit('openapi/openapi.yaml', 'title: ', 'title: Never ');
    const before = workspace.snapshot();
    expect(await stopAtSecondStep(signal)).toBe(130);
    expect(workspace.snapshot()).toEqual(before);
    expect(workspace.leftovers()).toEqual([]);
  });

  test('SIGKILL leaves generated/ as it was, and the next build cleans up', async () => {
    workspace.edit('openapi/openapi.yaml', 'title: ', 'title: Next ');
    const before = workspace.snapshot();
    await stopAtSecondStep('SIGKILL');
    expect(workspace.snapshot()).toEqual(before);
    expect(workspace.leftovers()).toHaveLength(1);
    expect((await workspace.build()).exitCode).toBe(0);
    expect(workspace.snapshot().get('openapi.json')?.content).toContain('"title": "Next ');
    expect(workspace.leftovers()).toEqual([]);
  });
});
