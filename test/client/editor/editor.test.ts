/** What an editor tells who writes against the client: by itself, of every operation, without the docs. */
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { open, type Editor, type Hover } from './editor.ts';
import { schemas, told, type Row, type Told } from './told.ts';
import { functions, usersFile } from './users-file.ts';

let editor: Editor;
beforeAll(() => {
  editor = open(join(import.meta.dirname, '..'), usersFile, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    types: ['node'],
    allowImportingTsExtensions: true, // the sources of the client, which is not built here
  });
});

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const upper = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const numbersOf = ({ 'x-error': { status, code } }: Row): string =>
  code === undefined ? String(status) : `${String(status)}, ${String(code)}`;

function expectExplained({ signature, text }: Hover, { summary, result, rows }: Told, inputs: unknown[]): void {
  const [, input, given] = /\(input\??: (\w+)\b.*\): CallPromise<(\w+)>$/s.exec(signature) ?? [];
  expect(inputs, signature).toContain(input);
  expect(given, signature).toBe(result);
  expect(text).toContain(`${summary}: `);
  for (const [reason, row] of rows)
    expect(plain(text)).toContain(
      row['x-error'].stage === 'authentication'
        ? `\`${reason}\`` // of any call: it would be said twenty times
        : `\`${reason}\` (${numbersOf(row)}): ${plain(row.summary)}`,
    );
  expect(signature + text).not.toMatch(/components\[|operations\[/);
}

describe.each(told.map((operation) => [operation.operationId, operation] as const))('%s', (id, operation) => {
  const { body, rows, hasWallet } = operation;

  it('is explained where a client has it, and leads to its declaration', () => {
    expectExplained(editor.hover(`\nclient.${id}`), operation, [`${upper(id)}Input`, 'NoInput']);
    expect(editor.definition(`\nclient.${id}`).line).toMatch(new RegExp(`^${id}\\(input`));
  });

  it.runIf(hasWallet)('is explained where a wallet has it, and leads to its declaration', () => {
    expectExplained(editor.hover(`\nwallet.${id}`), operation, [body, `${upper(id)}Parameters`, 'NoInput']);
    expect(editor.definition(`\nwallet.${id}`).line).toMatch(new RegExp(`^${id}\\(input`));
  });

  it('explains its parameters while they are written', () => {
    const shown = editor.parameters(`\nclient.${id}(`);
    expect(shown.map(({ name }) => name)).toEqual(['input', 'options']);
    for (const { text } of shown) expect(text).not.toBe('');
  });

  it('completes its own reasons, each with condition and remedy', () => {
    const offered = editor.completions(`void reasons.${id}.`);
    expect([...offered.keys()].toSorted()).toEqual([...rows.keys()].toSorted());
    for (const [reason, row] of rows) {
      expect(plain(offered.get(reason) ?? '')).toContain(`${numbersOf(row)}: ${plain(row.summary)}`);
      expect(plain(offered.get(reason) ?? '')).toContain(plain(row.description));
    }
  });

  it('completes its own reasons, and that which is unknown, where a refusal of it is looked at', () => {
    const offered = editor.completions(`/* of ${id} */ case '`);
    expect([...offered.keys()].toSorted()).toEqual([...rows.keys(), 'unknown'].toSorted());
  });
});

it.each([...schemas])('every field of %s is explained', (name, fields) => {
  const offered = editor.completions(`\na${name}.`);
  expect([...offered.keys()].toSorted()).toEqual([...fields].toSorted());
  for (const [field, text] of offered) expect(text, field).not.toBe('');
});

it('the number of a state is explained', () => {
  expect(editor.completions('\naCallback.').get('state')).toContain('1 processing, 2 inPool, 3 inChain, ');
});

it.each(['\ncreateWalletClient({ ', 'createWalletClient({ credentials: { ', 'submitWithdrawals(wallet, [], { '])(
  'every option of %s is explained',
  (place) => {
    const offered = editor.completions(place);
    expect(offered.size).toBeGreaterThan(1);
    for (const [option, text] of offered) expect(text, option).not.toBe('');
  },
);

it.each(functions)('every parameter of %s is explained', (name) => {
  const shown = editor.parameters(`\nconst of_${name.replace('.', '_')} = ${name}(`);
  expect(shown.length).toBeGreaterThan(0);
  for (const parameter of shown) expect(parameter.text, parameter.name).not.toBe('');
});

it('every field keeps its comment', () => {
  expect(editor.hover('manual_fee').text).toMatch(/^Pay exactly this fee, in the smallest unit/);
  expect(editor.hover('address').text).toMatch(/^Outgoing address\./);
  expect(editor.hover('record.block_height').text).toMatch(/^Height of the block/);
});

it('what came has a name', () => {
  expect(editor.hover('const accepted').signature).toBe('const accepted: AcceptedWithdrawals');
  expect(editor.hover('const record').signature).toBe('const record: WithdrawalHistoryRecord');
});

it('a reason is the text itself, with its remedy', () => {
  const { signature, text } = editor.hover('\nreasons.withdrawAssets.duplicated_entry');
  expect(signature).toMatch(/duplicated_entry: "duplicated_entry"$/);
  expect(text).toContain('**Remedy**');
});
