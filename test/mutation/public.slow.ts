// Documents that somebody else wrote: each has mutants, each of them a name of its own, and each can be made. They are known by their
// hash; one that cannot be fetched, or is no longer what it was, is left out with a line that says so.
import { createHash } from 'node:crypto';
import { describe, expect, test, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { surveyOf, type Node } from '@wallet-operations/spec-mutation';

/** What is fetched, what it must be, and at least how many mutants it has. */
const DOCUMENTS: readonly (readonly [name: string, url: string, sha256: string, least: number])[] = [
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
    'https://unpkg.com/@octokit/openapi@23.0.2/generated/api.github.com.json',
    '829b4bebb19a53133289f7b0bc819f4f1118115821db2ca9f25e9ee995a7da2a',
    150_000,
  ],
];

function leftOut(why: string, context: TestContext): never {
  console.warn(`Left out: ${why}.`);
  return context.skip(why);
}

async function fetched(url: string, sha256: string, context: TestContext): Promise<Node> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
  if (!response?.ok) return leftOut(`${url} cannot be fetched`, context);
  const text = await response.text();
  if (createHash('sha256').update(text).digest('hex') !== sha256)
    return leftOut(`${url} is no longer what it was`, context);
  return JSON.parse(JSON.stringify(url.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true }))) as Node;
}

describe.each(DOCUMENTS)('%s', (_, url, sha256, least) => {
  test('has mutants, each under a name of its own, and a sample of them can be made', async (context) => {
    const document = await fetched(url, sha256, context);
    const { mutants } = surveyOf(document);
    expect(mutants.length).toBeGreaterThan(least);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    const sample = mutants.filter((_, i) => i % Math.ceil(mutants.length / 500) === 0);
    expect(sample.every((mutant) => mutant.document() !== document)).toBe(true);
  });
});
