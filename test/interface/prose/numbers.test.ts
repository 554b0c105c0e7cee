// Numbers in prose that repeat a fact are compared with it: a limit that changes in a schema alone would leave a guide that lies.
import { describe, expect, test } from 'vitest';
import { isNode, locate, type Node } from '../document.ts';
import { readBundle } from '../findings.ts';
import { guideFindings, unborneNumbers } from './numbers.ts';

const bundle = readBundle();
const found = (document: Node): string => [...unborneNumbers(document), ...guideFindings(document)].join('\n');

test('every number in a description is a fact of what it describes', () => {
  expect(unborneNumbers(bundle)).toEqual([]);
});

test('every number in a guide is a fact of the document', () => {
  expect(guideFindings(bundle)).toEqual([]);
});

describe('a number that changes in a schema alone is found in the prose', () => {
  test.each([
    ['withdrawAssets body requests[].manual_fee', 'maximum', 'invalid_manual_fee: "2000"'],
    ['withdrawAssets body requests[].manual_fee', 'maximum', 'does not say "(1 to 7)"'],
    ['withdrawAssets body requests[].order_id', 'maxLength', 'does not say "has at most 7 characters"'],
    ['listWithdrawalHistory query request_number', 'maximum', 'parameters: "500"'],
  ])('%s %s: %s', (place, keyword, finding) => {
    const document = structuredClone(bundle);
    const node = locate(document, place) as Node;
    (isNode(node.schema) ? node.schema : (node as Record<string, unknown>))[keyword] = 7;
    expect(found(document)).toContain(finding);
  });
});
