// What the docs page tells: every error, every open point, every state, each at its place.
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { errors } from '@wallet-operations/openapi/errors';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf, Page, type ShownDocument } from './page.ts';

let page: Page;
let shown: ShownDocument;
beforeAll(async () => {
  page = await Page.build();
  shown = page.document;
});
afterAll(() => {
  page[Symbol.dispose]();
});

const descriptionOf = (tag: string): string => shown.tags.find(({ name }) => name === tag)?.description ?? '';

/** What the page must say of repeating, by what the row says. */
const REPEAT = {
  never: 'The very same request is always refused so.',
  later: 'Of an earlier copy of the same request it says nothing.',
  soon: 'The same request, signed anew, may soon succeed. Of an earlier copy of it this says nothing.',
};

describe('the error reference', () => {
  test.each(Object.entries(errors))('says all that there is to say of %s', (reason, row) => {
    const sections = descriptionOf('Error reference').split(/^### /m);
    const heading = `${row.code === null ? '' : `${String(row.code)} `}${reason} {% #${reason} %}\n`;
    const section = sections.find((one) => one.startsWith(heading)) ?? '';
    expect(section).toContain(`**${row.condition}**`);
    expect(section).toContain(`| Status | ${String(row.status)} |`);
    expect(section).toContain(`| Number | ${row.code === null ? 'none' : String(row.code)} |`);
    expect(section).toContain(`| Text | \`${row.text}\` |`);
    if (row.message !== null) expect(section).toContain(`| Message | \`${row.message}\` |`);
    expect(plain(section)).toContain(`What to do: ${plain(row.remedy)}`);
    const { repeat } = document.components.examples[`${String(row.status)}-${reason}` as '404-not_found']['x-error'];
    const told = Object.values(REPEAT).filter((sentence) => plain(section).includes(sentence));
    expect(told).toEqual([REPEAT[repeat as keyof typeof REPEAT]]);
    const givenBy = /^\| Given by \| (.*) \|$/m.exec(section)?.[1] ?? '';
    const all = row.operations.length === Object.keys(operations).length;
    const names = row.operations.map((id) => operations[id].summary);
    expect(all ? [givenBy] : Array.from(givenBy.matchAll(/\[([^\]]*)\]/g), ([, name]) => name)).toEqual(
      all ? ['every operation'] : names,
    );
  });

  test('names the errors that their number, text and message do not tell apart, and the operation does', () => {
    const rows = Object.entries(errors);
    const wordsOf = ({ code, text, message }: (typeof rows)[number][1]): string =>
      JSON.stringify([code, text, message]);
    const alike = rows.filter(([, row]) => rows.filter(([, other]) => wordsOf(other) === wordsOf(row)).length > 1);
    expect(alike.length).toBeGreaterThan(1);
    const told = plain(/have the same words throughout.*/.exec(descriptionOf('Error reference'))?.[0] ?? '');
    expect([...told.matchAll(/`(\w+)`/g)].map(([, reason]) => reason).toSorted()).toEqual(
      alike.map(([reason]) => reason).toSorted(),
    );
    for (const { errors: listed } of Object.values(operations)) {
      const words = Object.values<readonly string[]>(listed).flatMap((reasons) =>
        reasons.map((reason) => wordsOf(errors[reason as keyof typeof errors])),
      );
      expect(new Set(words).size).toBe(words.length);
    }
  });

  test.each(Object.entries(errors))(
    'no remedy of %s contradicts what is said of repeating it',
    (reason, { status, remedy }) => {
      const { repeat } = document.components.examples[`${String(status)}-${reason}` as '404-not_found']['x-error'];
      const isVain = /cannot help|no use|in vain|always refused|never succeed/i;
      const isAgain = /\b(?:send|try|ask|repeat)\b[^.]*\bagain\b|\bwait\b|\brepeat/i;
      expect(remedy).not.toMatch(repeat === 'never' ? isAgain : isVain);
    },
  );

  test.each(Object.entries(operations))('is linked to by every error of %s', (id, { errors: listed }) => {
    const responses = operationsOf(shown).find(({ operationId }) => operationId === id)?.responses ?? {};
    for (const [status, reasons] of Object.entries(listed)) {
      const { $ref = '', description = '' } = responses[status] ?? {};
      const text = shown.components.responses[$ref.split('/').at(-1) ?? '']?.description ?? description;
      const links = Array.from(text.matchAll(/\(#\/error-reference\/(\w+)\)/g), ([, reason]) => reason);
      expect([status, links.filter((reason) => (reasons as string[]).includes(reason ?? ''))]).toEqual([
        status,
        reasons,
      ]);
    }
  });
});

test('the open points are those of the document, each once', () => {
  const marks = new Set(Object.values(document['x-open-points']).map(({ what }) => plain(what)));
  const told = Array.from(descriptionOf('Open points').matchAll(/\*Not shown:\* (.*?) *$/gm), ([, what = '']) =>
    plain(what).replace(/\.$/, ''),
  );
  expect(told.toSorted()).toEqual([...marks].map((what) => what.replace(/\.$/, '')).toSorted());
  expect(told.length).toBeGreaterThan(30);
});

test('the open points are grouped by what they endanger, the checksum first of all', () => {
  const groups = descriptionOf('Open points').split(/^### /m).slice(1);
  const idsIn = (group = ''): string[] => Array.from(group.matchAll(/\*ID:\* `([\w-]+)`/g), ([, id = '']) => id);
  expect(idsIn(groups[0])[0]).toBe('checksum');
  const dangersIn = (group: string): string[] => [
    ...new Set(idsIn(group).map((id) => document['x-open-points'][id as 'checksum'].endangers)),
  ];
  expect(groups.map((group) => [/^[^{\n]*(?= \{%)/.exec(group)?.[0], dangersIn(group)])).toEqual([
    ['Whether you get in', ['access']],
    ['Whether you pay twice, or wrongly', ['payment']],
    ['Whether you credit twice, or wrongly', ['credit']],
    ['Whether you read answers rightly', ['reading']],
    ['The rest', ['convenience']],
  ]);
});

test('an open point names its place, with a link to it', () => {
  const entries = descriptionOf('Open points').split(/^- /m).slice(1);
  const unlinked = entries.filter((entry) => !/^(.*\(#\/|the whole document)/.test(entry));
  expect(unlinked).toEqual([]);
});

test('a field of which something is open says so itself', () => {
  const { components } = shown as unknown as typeof document;
  expect(components.schemas.ProcessingState.description).toMatch(
    /^How far .*\n\n\*Not shown:\* values .* \*Assumed:\* 0 in pool, 1 in chain, 2 done\./,
  );
});

describe('pictures', () => {
  const drawn = document.tags.flatMap((tag) => ('x-states' in tag ? [tag['x-states']] : []));

  test('there are three of them', () => {
    expect(drawn.map(({ title }) => title)).toEqual([
      'States of a withdrawal',
      'States of a whitelist entry',
      'States of an API code',
    ]);
  });

  test.each(drawn)('$title: every state is drawn and read out, the assumed ones dashed', ({ title, states }) => {
    const svgs = shown.tags.flatMap(({ description = '' }) => description.match(/<svg .*<\/svg>/g) ?? []);
    const [svg = '', ...others] = svgs.filter((one) => one.includes(`aria-label="${title}.`));
    expect(others).toEqual([]);
    const names = Array.from(svg.matchAll(/font-weight="600">([^<]*)</g), ([, name]) => name);
    expect(names.toSorted()).toEqual(states.map(({ name }) => name).toSorted());
    const assumed = states.filter((state) => 'assumed' in state && state.assumed === 'state');
    expect(svg.match(/<rect [^>]*stroke-dasharray/g) ?? []).toHaveLength(assumed.length);
    for (const { name, when } of states) expect(svg.split('>')[0]).toMatch(new RegExp(`${name}[^.]*: ${when}`));
    expect(svg).not.toMatch(/#[0-9a-f]{3,6}\b/i); // no colour of its own
  });

  test('each stands once where a guide asks for it, and nothing is left to be replaced', () => {
    const text = JSON.stringify(shown);
    expect(text.match(/<svg role=/g)).toHaveLength(drawn.length);
    expect(text).not.toContain('<!-- picture');
  });
});

/** Words alone: links are reduced to their texts, and lines joined. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
