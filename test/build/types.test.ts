// The types that the build makes of rules about which fields go together: what TypeScript itself lets through, and what not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { types } from '../../scripts/steps/types.ts';

const field = { type: 'string' };
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, field])),
  additionalProperties: false,
});
const closed = (name: string) => ({ ...object(name), required: [name] });

const document = {
  openapi: '3.1.1',
  info: { title: 'Small', version: '1.2.3' },
  paths: {},
  components: {
    schemas: {
      NotBoth: {
        ...object('a', 'b', 'c'),
        required: ['c'],
        not: { properties: { a: {}, b: {} }, required: ['a', 'b'] },
      },
      NotThree: { ...object('a', 'b', 'c'), not: { required: ['a', 'b', 'c'] } },
      Pair: { ...object('a', 'b'), dependentRequired: { a: ['b'], b: ['a'] } },
      Needs: { ...object('a', 'b'), dependentRequired: { a: ['b'] } },
      OneOf: { oneOf: [closed('a'), closed('b')] },
      Values: { ...object('a'), not: { properties: { a: { const: 'x' } }, required: ['a'] } },
      Inside: {
        type: 'object',
        properties: { of: { ...object('a', 'b'), dependentRequired: { a: ['b'], b: ['a'] } } },
      },
    },
  },
};

const staging = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
beforeAll(async () => {
  writeFileSync(join(staging, 'openapi.json'), JSON.stringify(document));
  await types({ staging, signal: new AbortController().signal });
});
afterAll(() => {
  rmSync(staging, { recursive: true });
});

test('let through what the document allows, and nothing else', () => {
  const [a, b, c] = ["a: ''", "b: ''", "c: ''"];
  const allowed: Record<string, string[]> = {
    NotBoth: [`{${c}}`, `{${a},${c}}`, `{${b},${c}}`],
    NotThree: ['{}', `{${a},${b}}`, `{${a},${c}}`, `{${b},${c}}`],
    Pair: ['{}', `{${a},${b}}`],
    Needs: ['{}', `{${b}}`, `{${a},${b}}`],
    OneOf: [`{${a}}`, `{${b}}`],
    Values: ['{}', `{${a}}`],
    Inside: ['{}', '{ of: {} }', `{ of: {${a},${b}} }`],
  };
  const refused: Record<string, string[]> = {
    NotBoth: [`{${a}}`, `{${a},${b},${c}}`],
    NotThree: [`{${a},${b},${c}}`],
    Pair: [`{${a}}`, `{${b}}`],
    Needs: [`{${a}}`],
    OneOf: ['{}', `{${a},${b}}`],
    Values: [`{${b}}`],
    Inside: [`{ of: {${a}} }`],
  };
  const lines = (values: Record<string, string[]>): string[] =>
    Object.entries(values).flatMap(([name, all]) => all.map((value) => `use<types.${name}>(${value});`));
  const file = join(staging, 'users-own.ts');
  writeFileSync(
    file,
    [
      `import type * as types from './types.js';`,
      'declare const use: <T>(value: T) => void;',
      ...lines(allowed),
      ...lines(refused).flatMap((line) => ['// @ts-expect-error -- refused', line]),
    ].join('\n'),
  );
  const program = ts.createProgram([file], { strict: true, noEmit: true, module: ts.ModuleKind.NodeNext, types: [] });
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, file: at, start = 0 }) => {
    const { line } = at?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
    return `${
      at?.text
        .split('\n')
        .slice(line, line + 2)
        .join(' ') ?? ''
    }: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  expect(problems).toEqual([]);
});
