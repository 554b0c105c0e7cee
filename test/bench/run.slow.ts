/** The benchmark itself, tried out: its figures mean nothing here, but it must not rot between two measurings. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from './report/report.ts';

const RESULTS = join(import.meta.dirname, 'results', 'results.json');

interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const bench = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    // Measured are programs as they start for their users, who have compiled nothing before.
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_COMPILE_CACHE: undefined };
    const options = { env };
    const script = join(import.meta.dirname, 'run.ts');
    const child = execFile(process.execPath, [script, ...args], options, (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode, stdout, stderr });
    });
  });

test(
  'measures all that the report shows, and when it is only tried out writes nothing',
  { timeout: 900_000, retry: 1 }, // what else the machine does meanwhile may be too much for once
  async () => {
    const before = readFileSync(RESULTS, 'utf8');
    const { exitCode, stdout, stderr } = await bench('--quick');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const { title, comparisons } of readResults().sections) {
      expect(stdout).toContain(`## ${title}\n`);
      for (const { candidates } of comparisons)
        for (const { name } of candidates) if (!/^\d+$/.test(name)) expect(stdout).toContain(name); // a size, of which there are fewer
    }
    expect(stdout).not.toMatch(/NaN|Infinity/);
    expect(readFileSync(RESULTS, 'utf8')).toBe(before);
  },
);

test('names its suites to who asks for another', async () => {
  const { exitCode, stderr } = await bench('cal');
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    'There is no suite cal. The suites are call, hooks, parse, bundle, import, types, throughput, profile, start, growth, connections, receiving, orders, processes, calls, limits, build.\n',
  );
});
