// Holds the document to the interface: every fact of the tables is in it, and nothing that the interface does not have.
import { describe, expect, test } from 'vitest';
import { documentFindings, operationFindings, webhookFindings } from './compare.ts';
import * as facts from './facts/index.ts';
import { limits } from './facts/limits.ts';
import { readField, type Fields, type Keywords, type Shape } from './facts/notation.ts';
import { readBundle } from './findings.ts';

describe('the document says what the interface says', () => {
  const document = readBundle();

  test.each(Object.keys(facts.endpoints))('of %s', (operationId) => {
    expect(operationFindings(document, facts, operationId)).toEqual([]);
  });

  test.each(Object.keys(facts.webhooks))('of %s', (name) => {
    expect(webhookFindings(document, facts, name)).toEqual([]);
  });

  test('of the authentication, the open points and nothing else', () => {
    expect(documentFindings(document, facts)).toEqual([]);
  });
});

describe('the tables agree with themselves', () => {
  test('twenty operations, of which three have no wallet in the path and two take the read-only code', () => {
    const endpoints = Object.entries(facts.endpoints);
    expect(endpoints).toHaveLength(20);
    expect(endpoints.filter(([, { call }]) => !call.includes('{WALLET_ID}')).map(([name]) => name)).toEqual([
      'listWalletBalances',
      'listWallets',
      'getCurrencyPrices',
    ]);
    expect(endpoints.filter(([, { code }]) => code === 'read-only').map(([name]) => name)).toEqual([
      'listWalletBalances',
      'listWallets',
    ]);
  });

  test.each(limits)('the limit of %s stands in the field table at %s', (_subject, place, keywords) => {
    const { value, array } = readField(lineAt(place));
    const found: Keywords = { ...value, ...array };
    expect(Object.fromEntries(Object.keys(keywords).map((keyword) => [keyword, found[keyword]]))).toEqual(keywords);
  });

  test('no operation lists an error row twice', () => {
    for (const operationId of Object.keys(facts.endpoints)) {
      const rows = facts.rowsOf(operationId).map(([, ...row]) => row.join(' | '));
      expect(new Set(rows).size, operationId).toBe(rows.length);
    }
  });
});

/** The line of the tables for a request field such as `withdrawAssets body requests[].order_id`. */
function lineAt(place: string): string {
  const [operationId = '', part, fields = ''] = place.split(' ');
  const endpoint = facts.endpoints[operationId];
  const start: Shape | undefined = part === 'body' ? endpoint?.body : endpoint?.query;
  const steps = fields.match(/\[\]|[^.[\]]+/g) ?? [];
  const line = steps.reduce<Shape | undefined>((shape, name) => {
    if (name === '[]') return Array.isArray(shape) ? (shape as readonly [Shape])[0] : undefined;
    const record = shape as Fields;
    return record[name] ?? record[`${name}?`];
  }, start);
  if (typeof line !== 'string') throw new Error(`the tables have no field ${place}`);
  return line;
}
