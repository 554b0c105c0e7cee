// Documents that somebody else wrote: each has mutants, each of them a name of its own, and each can be made. They are known by their
// hash; one that cannot be fetched, or is no longer what it was, is left out with a line that says so. One of them comes from npm: where
// its registry is all that can be reached, that one is still judged.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { surveyOf, type Node } from '@wallet-operations/spec-mutation';

/** An address, or a package of npm with a file of it. */
type From = string | { readonly npm: string; readonly file: string };

/** What is fetched, what it must be, and at least how many mutants it has. */
const DOCUMENTS: readonly (readonly [name: string, from: From, sha256: string, least: number])[] = [
  [
    'Museum',
    'https://raw.githubusercontent.com/Redocly/museum-openapi-example/2770b2b2e59832d245c7b0eb0badf6568d7efb53/openapi.yaml',
    '2d88e96a1860382fa86e15af892c50d95ae81d53324ac9b07aa9e6a72a8974aa',
    500,
  ],
  [
    'OpenAI',
    'https://raw.githubusercontent.com/openai/openai-openapi/f85dbe223d40e1a31cba812ab2d755c7e98a92a3/openapi.yaml',
    'db5d7478feae10b4d331834c60d9765a8aa042e38419f9b1694288c11aa8ebc8',
    90_000,
  ],
  [
    'GitHub',
    { npm: '@octokit/openapi@23.0.2', file: 'generated/api.github.com.json' },
    '829b4bebb19a53133289f7b0bc819f4f1118115821db2ca9f25e9ee995a7da2a',
    150_000,
  ],
];

const run = promisify(execFile);

function leftOut(why: string, context: TestContext): never {
  console.warn(`Left out: ${why}.`);
  return context.skip(why);
}

async function fetched(from: From, sha256: string, context: TestContext): Promise<Node> {
  const name = typeof from === 'string' ? from : `${from.file} of ${from.npm}`;
  const text = await (typeof from === 'string' ? textAt(from) : textIn(from)).catch(() => undefined);
  if (text === undefined) return leftOut(`${name} cannot be fetched`, context);
  if (createHash('sha256').update(text).digest('hex') !== sha256)
    return leftOut(`${name} is no longer what it was`, context);
  return JSON.parse(JSON.stringify(name.startsWith('http') ? parse(text, { merge: true }) : JSON.parse(text))) as Node;
}

async function textAt(url: string): Promise<string | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  return response.ok ? response.text() : undefined;
}

async function textIn({ npm, file }: Exclude<From, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spec-mutation-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', npm], { cwd: folder, timeout: 90_000 });
    await run('tar', ['-xzf', stdout.trim(), `package/${file}`], { cwd: folder });
    return await readFile(join(folder, 'package', file), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.each(DOCUMENTS)('%s', (_, from, sha256, least) => {
  test('has mutants, each under a name of its own, and a sample of them can be made', async (context) => {
    const document = await fetched(from, sha256, context);
    const { mutants } = surveyOf(document);
    expect(mutants.length).toBeGreaterThan(least);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    const sample = mutants.filter((_, i) => i % Math.ceil(mutants.length / 500) === 0);
    expect(sample.every((mutant) => mutant.document() !== document)).toBe(true);
  });
});
