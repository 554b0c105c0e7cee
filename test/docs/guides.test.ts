// The tables that guides have made: held to the facts as they were typed a second time, to the sandbox, and to a changelog.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision, OrderState } from '@wallet-operations/durable';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { told } from '../../scripts/steps/docs/changes.ts';
import { limits } from '../interface/facts/limits.ts';
import { batches, memoRules } from '../interface/facts/promises.ts';
import { createLab } from '../sandbox/lab.ts';
import { rawRequest, type OperationId } from '../sandbox/raw.ts';
import { Page } from './page.ts';

let page: Page;
let rows: Map<string, string[][]>;
beforeAll(async () => {
  page = await Page.build();
  rows = new Map(page.document.tags.map(({ name, description = '' }) => [name, cellsOf(description)]));
});
afterAll(() => {
  page[Symbol.dispose]();
});

/** Every row of the tables of a text, as it is read: links are their texts, and code is not marked. */
const cellsOf = (text: string): string[][] =>
  (text.match(/^\|.*\|$/gm) ?? []).map((line) =>
    line
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll('`', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const limitsOf = (field: string, operationId: string): string[] =>
  (rows.get('Limits') ?? []).flatMap(([name, limit = '', , of = '']) =>
    name === field && of.split(', ').includes(operationId) ? [limit] : [],
  );

test.each(limits.filter(([, , keywords]) => Object.values(keywords).some((value) => value !== undefined)))(
  'Limits has the %s at %s',
  (_, place, keywords) => {
    const field = /(\w+)$/.exec(place)?.[1] ?? '';
    const shown = limitsOf(field, place.split(' ')[0] ?? '').join(' ');
    for (const number of Object.values(keywords)) expect(shown.match(/\d+/g)).toContain(String(number));
  },
);

test('Limits has the memos of each currency, and what is dropped', () => {
  expect(limitsOf('memo', 'withdrawAssets')).toEqual(
    Object.entries(memoRules).map(
      ([currency, { maxLength }]) => `${currency}: at most ${String(maxLength)} characters`,
    ),
  );
  const { atMost } = batches.getDelegatedBalances as { atMost: number };
  expect(limitsOf('addresses', 'getDelegatedBalances')).toEqual([`at most ${String(atMost)} entries`]);
});

test('the sandbox refuses the kinds of wallet that the table refuses, and no others', async () => {
  const [header = [], ...table] = rows.get('Wallet kinds and operations')?.filter((row) => row.length > 3) ?? [];
  const lab = await createLab();
  const refused: Record<string, string[]> = {};
  try {
    for (const kind of header.slice(1) as 'vault'[]) {
      const access = await lab.control.createWallet({ kind, currency: 'ETH' });
      for (const operationId of Object.keys(operations) as OperationId[]) {
        if (!operations[operationId].path.includes('{WALLET_ID}')) continue;
        await (
          await rawRequest(lab, { operationId, access, body: {} })
        )();
        const [last] = lab.sandbox.overview().refusals;
        if (last?.text.includes(`${operationId}:`) && last.text.includes(`the wallet is a ${kind} wallet`))
          (refused[operationId] ??= []).push(kind);
      }
    }
  } finally {
    await lab.close();
  }
  const told = table.slice(1).flatMap(([operationId = '', ...cells]) => {
    const kinds = header.slice(1).filter((_, i) => cells[i]?.startsWith('no'));
    return kinds.length > 0 ? [[operationId, kinds] as const] : [];
  });
  expect(
    table
      .slice(1)
      .map(([operationId]) => operationId)
      .toSorted(),
  ).toEqual(Object.keys(operations).toSorted());
  expect(Object.fromEntries(told)).toEqual(refused);
});

test('the guide to durable withdrawals and their README tell of the same states and decisions', () => {
  const states: Record<OrderState, true> = {
    ...{ queued: true, sending: true, unknown: true, accepted: true, in_pool: true, in_chain: true, confirmed: true },
    ...{ failed: true, refused: true, conflict: true, closed: true },
  };
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'packages', 'durable', 'README.md'), 'utf8');
  const texts = [cellsOf(readme), rows.get('Withdrawals that survive the process') ?? []];
  for (const text of texts) {
    const told = text.flatMap(([names = '']) => names.split(', ')).filter((name) => name in states);
    expect(told.toSorted()).toEqual(Object.keys(states).toSorted());
  }
  const decisions: Record<Decision, true> = { retry: true, retry_as_shown: true, accept: true, close: true };
  const [here, there] = texts.map((text) =>
    text.flatMap(([decision = '', of]) => (decision in decisions ? [[decision, of]] : [])),
  );
  expect(here).toHaveLength(Object.keys(decisions).length);
  expect(there).toEqual(here);
});

test('what changed is told by version, and what is in none yet apart from it', () => {
  expect(told('', '')).toBe('No version has been released so far.');
  expect(told('', '### Minor\n\n- One.')).toBe(
    '## Not released yet\n\n**Minor**\n\n- One.\n\nNo version has been released so far.',
  );
  expect(told('# Changelog\n\n## 0.2.0 (2026-12-01)\n\n### Patch\n\n- Two.\n', '')).toBe(
    '## 0.2.0 (2026-12-01)\n\n**Patch**\n\n- Two.',
  );
});
