/** The page of confidence: each proof that it names is there, of each operation, and a claim without one stops the build. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operations } from '@wallet-operations/openapi/operations';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Bundle } from '../../scripts/lib/bundle.ts';
import { confidencePage, type Confidence } from '../../scripts/steps/docs/confidence.ts';
import { calls } from '../contract/calls.ts';
import * as facts from '../interface/facts/index.ts';
import { authentication } from '../sandbox/fidelity/authentication.ts';
import { others } from '../sandbox/fidelity/others.ts';
import { withdrawals } from '../sandbox/fidelity/withdrawals.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const bundle = bundled as unknown as Bundle;
const given = parse(readFileSync(join(ROOT, 'openapi/confidence.yaml'), 'utf8')) as Confidence;
/** An axis. */
const [ID = ''] = Object.keys(given.axes);

const programs = { ...authentication, ...withdrawals, ...others };

/** What the tests of each axis go through: each gives the operations, or the rows, that it has a test for. */
const TABLES: Readonly<Record<string, (operationId: keyof typeof operations) => boolean>> = {
  described: (operationId) => operationId in facts.endpoints,
  exercised: (operationId) => operationId in calls,
  provoked: (operationId) =>
    Object.values(operations[operationId].errors)
      .flat()
      .every((row) => row in programs),
  mutated: () => true, // it changes every fact of the document
};

describe.each(Object.entries(given.axes).filter(([, { proof }]) => proof))('%s', (id, { proof }) => {
  test('the proof that is named is there', () => {
    const file = join(ROOT, proof?.file ?? '');
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, 'utf8');
    for (const part of (proof?.name ?? '').split(' > '))
      for (const words of part.split(/\{\w+\}/).filter((one) => one.trim() !== ''))
        expect(text).toContain(words.trim());
  });

  test('of each operation of which it is claimed', () => {
    const claimed = Object.keys(operations).filter((operationId) => given.operations[operationId]?.includes(id));
    const table = TABLES[id];
    expect(claimed.length).toBeGreaterThan(0);
    expect(claimed.filter((operationId) => !table?.(operationId as keyof typeof operations))).toEqual([]);
  });
});

describe('the page', () => {
  const { description = '' } = confidencePage(bundle);
  const rows = description.split('\n').filter((line) => line.startsWith('| `'));

  test('has a row for each operation, and in it a cell for each axis', () => {
    expect(rows).toHaveLength(Object.keys(operations).length);
    for (const row of rows) expect(row.split('|').slice(1, -1)).toHaveLength(6);
  });

  test('says that nothing was recorded from a live service, of no operation', () => {
    expect(rows.every((row) => row.endsWith('| none |'))).toBe(true);
    expect(description).toContain('None has been recorded yet');
  });

  test('sums up nothing', () => {
    expect(description).not.toMatch(/\d+ ?%|score|all 20|20 of 20/i);
  });
});

describe('the build is stopped', () => {
  const [[first, axis] = ['', { title: '', says: '' }]] = Object.entries(given.axes);

  test('by a claim without a proof', () => {
    const claim = { ...given, operations: { listWallets: ['recorded'] } };
    expect(() => confidencePage(bundle, claim)).toThrow(
      'listWallets is claimed to be recorded, of which there is no proof',
    );
  });

  test('by an operation of which nothing is said', () => {
    const others = Object.fromEntries(Object.entries(given.operations).filter(([id]) => id !== 'listWallets'));
    expect(() => confidencePage(bundle, { ...given, operations: others })).toThrow(
      `of listWallets nothing is said of ${first}: claim it, or give the reason why there is none`,
    );
  });

  test('by an axis that is left out', () => {
    const fewer = { ...given.operations, listWallets: given.operations.listWallets?.slice(1) ?? [] };
    expect(() => confidencePage(bundle, { ...given, operations: fewer })).toThrow(
      `of listWallets nothing is said of ${first}`,
    );
  });

  test.each([' ', '-', '…'])('by none without a reason: "%s"', (reason) => {
    const silent = { ...given.operations, listWallets: [{ [first]: reason }] };
    expect(() => confidencePage(bundle, { ...given, operations: silent })).toThrow(
      `listWallets has none for ${first} without a reason`,
    );
  });

  test('by what is claimed and excused at once', () => {
    const mixed = { ...given.operations, listWallets: [...Object.keys(given.axes), { [first]: 'nobody has done it' }] };
    expect(() => confidencePage(bundle, { ...given, operations: mixed })).toThrow(
      `listWallets is claimed to be ${first}, and has none for it`,
    );
  });

  test.each([
    ['without its name', { file: 'test/a.ts' }],
    ['whose name is blank', { file: 'test/a.ts', name: ' ' }],
    ['in a file that is no test', { file: 'generated/openapi.json', name: 'paths' }],
  ])('by a proof %s', (_, proof) => {
    const nameless = { ...given, axes: { [first]: { ...axis, proof } }, operations: {} };
    expect(() => confidencePage(bundle, nameless)).toThrow('has a proof without a file of test/ or a name');
  });

  test('by a claim of an operation that there is not', () => {
    expect(() => confidencePage(bundle, { ...given, operations: { doIt: [] } })).toThrow('there is no operation doIt');
  });
});

test('an operation that has reasons in place of proofs has none in each cell, and its reasons below', () => {
  const reasons = Object.fromEntries(Object.keys(given.axes).map((id) => [id, `nobody has ${id} it`]));
  const operationsOfIt = { ...given.operations, listWallets: [reasons] };
  const { description = '' } = confidencePage(bundle, { ...given, operations: operationsOfIt });
  expect(description).toContain('| `listWallets` | none | none | none | none | none |');
  expect(description).toContain(`- \`listWallets\`, ${given.axes[ID]?.title ?? ''}: nobody has ${ID} it`);
});
