// The mutation run of this project: each fact of the document is changed in turn, and the tests must notice.
import { readFileSync } from 'node:fs';
import { defineMutation, standardMutators, type Node } from '@wallet-operations/spec-mutation';
import { contractFindings } from '../contract/contract.ts';
import { documentFindings, operationFindings, webhookFindings } from '../interface/compare.ts';
import { inlined } from '../interface/document.ts';
import * as facts from '../interface/facts/index.ts';
import { equivalents } from './equivalents.ts';
import { extensionMutators } from './extensions.ts';
import { patternMutators } from './patterns.ts';

const bundle = new URL('../../generated/openapi.json', import.meta.url);

const original = JSON.parse(readFileSync(bundle, 'utf8')) as Node;
const UNSEEN = new Set(['readOnly', 'writeOnly', 'deprecated']);
const shownOfOriginal = shown(original);

export default defineMutation({
  document: original,
  mutators: [...standardMutators, ...extensionMutators, ...patternMutators],
  suites: {
    facts: ({ document, owners }) => factFindings(document, owners),
    contract: ({ document, owners }) => (isSeen(document) ? contractFindings(document, owners) : []),
  },
  equivalents,
  threshold: 100,
});

/** Whether a mock could show any of the change: not who may send a field, and not that it will go. There are a thousand of these. */
function isSeen(document: Node): boolean {
  return document === original || shown(document) !== shownOfOriginal;
}

function shown(document: Node): string {
  return JSON.stringify(document, (key, value: unknown) => (UNSEEN.has(key) ? undefined : value));
}

/** The comparison of the document with the tables of the interface, as far as a change concerns it. */
function* factFindings(document: Node, owners: readonly string[] | undefined): Generator<string> {
  let plain: Node;
  try {
    plain = inlined(document);
  } catch (error) {
    yield (error as Error).message; // a part refers to itself, and that is a difference
    return;
  }
  const asked = (name: string): boolean => owners?.includes(name) ?? true;
  for (const name of Object.keys(facts.endpoints).filter(asked)) yield* operationFindings(plain, facts, name);
  for (const name of Object.keys(facts.webhooks).filter(asked)) yield* webhookFindings(plain, facts, name);
  yield* documentFindings(plain, facts);
}
