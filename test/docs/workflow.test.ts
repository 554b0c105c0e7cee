// What publishes the docs: actions that nobody can change behind our back, and no more rights than a job needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..');

interface Workflow {
  permissions: object;
  jobs: Record<string, { permissions?: object; steps: { uses?: string; run?: string }[] }>;
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

describe('the workflow that publishes the docs', () => {
  const text = readFileSync(join(ROOT, '.github', 'workflows', 'docs.yml'), 'utf8');
  const { permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('pins every action by a full commit, with its version beside it', () => {
    const uses = Array.from(text.matchAll(/uses: (.*)$/gm), ([, action = '']) => action);
    expect(uses.filter((action) => !/^[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
    expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
  });

  test('gives rights to single jobs alone', () => {
    expect(permissions).toEqual({});
    expect(Object.entries(jobs).filter(([, job]) => !job.permissions)).toEqual([]);
  });

  test('calls npm scripts that exist', () => {
    const called = steps.flatMap(({ run = '' }) =>
      Array.from(run.matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name),
    );
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});
