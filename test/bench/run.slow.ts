/** The benchmark itself, tried out: its figures mean nothing here, but it must not rot between two measurings. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from './report/report.ts';
import { SUITES } from './suites.ts';

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

/** Held to what they promise of the processor, too. What else the machine does meanwhile may be too much for one of them, and once. */
const HELD = ['throughput', 'growth'];
const OTHERS = Object.keys(SUITES).filter((name) => !HELD.includes(name));

test.each([...HELD.map((name) => ({ names: [name] })), { names: OTHERS }])(
  'measures all that the report shows of $names, and when it is only tried out writes nothing',
  { timeout: 900_000, retry: 1 },
  async ({ names }) => {
    const before = readFileSync(RESULTS, 'utf8');
    const { exitCode, stdout, stderr } = await bench('--quick', ...names);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const titles = Object.entries(SUITES).flatMap(([name, [, title]]) => (names.includes(name) ? [title] : []));
    const sections = readResults().sections.filter(({ title }) => titles.some((each) => each === title));
    expect(sections).toHaveLength(names.length);
    for (const { title, comparisons } of sections) {
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
