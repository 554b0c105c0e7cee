// What a mutant is, asked of every document there is: not the document itself, references followed; not another mutant; and one that a
// loader takes. Redocly judges that, which has read the standard by itself, and what it leaves out is asked here.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutantsOf } from '@wallet-operations/spec-mutation';
import { ALL, plain } from './documents.ts';
import { completed, faultsOf } from './validity.ts';

const redocly = join(import.meta.dirname, '..', '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const RULES = [
  ...['struct', 'no-unresolved-refs', 'no-identical-paths', 'no-server-variables-empty-enum'],
  ...['operation-operationId-unique', 'operation-parameters-unique', 'path-parameters-defined'],
  ...['no-undefined-server-variable', 'path-declaration-must-exist'],
];

/** Where what is there twice is no document that OpenAPI knows to begin with. */
const INVALID = new Set(['repeated']);

/** A link that leads elsewhere gives there what it gave before. */
const LED_ELSEWHERE = / link .* · operation(Id|Ref) /;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
  await writeFile(join(folder, 'redocly.yaml'), `rules: {${RULES.map((rule) => `${rule}: error`).join(', ')}}`);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(ALL)('%s', (name, document) => {
  const mutants = mutantsOf(document);

  test('has no mutant that is the document, or another mutant', () => {
    const before = JSON.stringify(document);
    const byText = new Map([[JSON.stringify(plain(document)), ['the document']]]);
    for (const mutant of mutants) {
      const changed = mutant.document();
      expect(JSON.parse(JSON.stringify(changed)), mutant.name).toEqual(changed);
      const text = JSON.stringify(plain(changed));
      byText.set(text, [...(byText.get(text) ?? []), mutant.name]);
    }
    expect([...byText.values()].filter(({ length }) => length > 1)).toEqual([]);
    expect(JSON.stringify(document)).toBe(before);
  });

  test.skipIf(INVALID.has(name))('has mutants that are OpenAPI', async () => {
    const whole = completed(document);
    const all = [{ name: 'the document', document: () => whole }, ...mutantsOf(whole)];
    const files = all.map((_, i) => `${name}-${String(i)}.json`);
    for (const [i, file] of files.entries()) await writeFile(join(folder, file), JSON.stringify(all[i]?.document()));
    const problems = (await problemsOf(files)).map(({ message, location }) => {
      const [, number] = /-(\d+)\.json$/.exec(basename(location[0]?.source.ref ?? '')) ?? [];
      return [Number(number), message] as const;
    });
    const faults = all.flatMap((mutant, i) =>
      faultsOf(mutant.document())
        .filter((fault) => !(LED_ELSEWHERE.test(mutant.name) && / gives .*, which its operation/.test(fault)))
        .map((fault) => [i, fault] as const),
    );
    const found = [...problems, ...faults];
    const own = new Set(found.filter(([i]) => i === 0).map(([, message]) => message)); // of what it is about
    expect(
      found.filter(([, message]) => !own.has(message)).map(([i, message]) => `${all[i]?.name ?? ''}: ${message}`),
    ).toEqual([]);
  });
});

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
