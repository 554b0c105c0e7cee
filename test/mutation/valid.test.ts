// Whatever is changed, the document stays one that OpenAPI knows: a mutant that a loader refuses says nothing about a test.
// Redocly judges, which has read the standard by itself.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mutantsOf, type Node } from '@wallet-operations/spec-mutation';

const redocly = join(import.meta.dirname, '..', '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const RULES = [
  ...['struct', 'no-unresolved-refs', 'no-identical-paths', 'no-server-variables-empty-enum'],
  ...['operation-operationId-unique', 'operation-parameters-unique'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Problem {
  readonly message: string;
  readonly ruleId: string;
  readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
}

async function problemsOf(files: readonly string[]): Promise<readonly Problem[]> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const args = [redocly, 'lint', ...files, '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 1e9 }, (_, stdout) => {
    resolve(stdout);
  });
  const reports = (await promise).split(/(?<=^\})/m).filter((report) => report.trim() !== ''); // one for each file
  return reports.flatMap((report) => (JSON.parse(report) as { problems: readonly Problem[] }).problems);
}

test.each(['3.0', '3.1'])('%s', { timeout: 60_000 }, async (version) => {
  const text = await readFile(join(import.meta.dirname, 'fixtures', `everything-${version}.yaml`), 'utf8');
  const original = parse(text, { merge: true }) as Node;
  const mutants = mutantsOf(original);
  await writeFile(join(folder, 'redocly.yaml'), `rules: {${RULES.map((rule) => `${rule}: error`).join(', ')}}`);
  const files = ['original', ...mutants.keys()].map((name) => `${version}-${String(name)}.json`);
  for (const [i, file] of files.entries())
    await writeFile(join(folder, file), JSON.stringify(mutants[i - 1]?.document() ?? original));

  const problems = await problemsOf(files);
  const found = problems.map(({ message, location }) => {
    const [, number] = /-(\w+)\.json$/.exec(basename(location[0]?.source.ref ?? '')) ?? [];
    return `${mutants[Number(number)]?.name ?? 'the document'}: ${message}`;
  });
  expect(mutants.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});
