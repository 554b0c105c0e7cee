// The static pages as they are published: all there is has its page, says everything, and leads somewhere.
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { errors } from '@wallet-operations/openapi/errors';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bundle } from '../../scripts/lib/bundle.ts';
import { staticFiles } from '../../scripts/steps/docs/static/index.ts';
import { deadLinks, linksOf } from './links.ts';
import type { ShownDocument } from './page.ts';
import { elementsOf, publishedFiles } from './published.ts';

let files: Map<string, string>;
let remove: () => void;
let shown: ShownDocument;
beforeAll(async () => {
  ({ files, remove } = await publishedFiles());
  const json = /const __redoc_definition = (\{.*\});$/m.exec(files.get('index.html') ?? '')?.[1];
  shown = JSON.parse(json ?? '') as ShownDocument;
});
afterAll(() => {
  remove();
});

const read = (path: string): string => files.get(path) ?? '';
const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const webhooks = Object.values(document.webhooks).map(({ post: { operationId } }) => operationId);
const guides = document.tags.flatMap((tag) => ('x-traitTag' in tag ? [tag.name] : []));
const pages = [
  'contents',
  ...[...guides, 'Open points', 'Confidence'].map((name) => `guides/${slug(name)}`),
  ...['index', ...Object.keys(operations), ...webhooks].map((name) => `operations/${name}`),
  ...['index', ...Object.keys(errors)].map((name) => `errors/${name}`),
];

/** The places of the interactive page, which is followed in a browser. */
const routesOf = (): Set<string> =>
  new Set([
    ...shown.tags.map(({ name }) => `/${slug(name)}`),
    ...Object.keys(errors).map((reason) => `/error-reference/${reason}`),
    ...Object.values({ ...shown.paths, ...shown.webhooks }).flatMap((item) =>
      Object.values(item)
        .filter((value) => 'operationId' in value)
        .map(({ tags: [tag = ''], operationId }) => `/${slug(tag)}/${operationId.toLowerCase()}`),
    ),
  ]);

test('everything has its page and its Markdown, and there is no other', () => {
  const made = [...files.keys()].filter((path) => path !== 'index.html' && /\.(html|md)$/.test(path));
  expect(made.toSorted()).toEqual(pages.flatMap((page) => [`${page}.html`, `${page}.md`]).toSorted());
});

test('every link leads to a file, and to a place in it', () => {
  const links = Array.from(files, ([path, text]) => linksOf(path, text)).flat();
  expect(links.length).toBeGreaterThan(4000);
  expect(deadLinks(files, routesOf())).toEqual([]);
});

test.each([
  ['a page that is gone', 'errors/not_found.html', undefined],
  ['Markdown that is gone', 'guides/authentication.md', undefined],
  ['a heading that is gone', 'operations/index.html', '<h1>Operations</h1>'],
])('%s is noticed', (_, path, text) => {
  const broken = new Map(files);
  if (text === undefined) broken.delete(path);
  else broken.set(path, text);
  expect(deadLinks(broken, routesOf())).not.toEqual([]);
});

test('a guide that links to nothing stops the build', () => {
  const broken = structuredClone(document) as unknown as Bundle;
  const [guide] = broken.tags ?? [];
  if (guide) guide.description = '[there](#tag/Nowhere)';
  expect(() => staticFiles(broken)).toThrow('#tag/Nowhere, which is no place');
});

test('nothing is left that was to be replaced', () => {
  const left = Array.from(files).filter(
    ([path, text]) => path !== 'index.html' && /page:\w+\/|\{\{[\w-]|<!-- |\{% #|undefined|\[object /.test(text),
  );
  expect(left.map(([path]) => path).filter((path) => !/^(openapi|postman)\./.test(path))).toEqual([]);
});

describe('a page', () => {
  const htmlPages = (): [path: string, elements: ReturnType<typeof elementsOf>][] =>
    pages.map((page) => [page, elementsOf(read(`${page}.html`))]);

  test('has a title and a description that no other has', () => {
    const heads = htmlPages().map(([page, elements]) => {
      const title = elements.find(({ name }) => name === 'title')?.text ?? '';
      const description =
        elements.find(({ attributes }) => attributes.name === 'description')?.attributes.content ?? '';
      expect(title, page).toMatch(/^.+ · Wallet Operations API$/);
      expect(description, page).toMatch(/^[^`*[\]\n]{15,162}$/);
      return { title, description };
    });
    expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
  });

  test('has one heading of its own, others below it without a gap, each with a link to itself', () => {
    for (const [page, elements] of htmlPages()) {
      const headings = elements.filter(({ name }) => /^h\d$/.test(name));
      const depths = headings.map(({ name }) => Number(name[1]));
      expect(depths.indexOf(1), page).toBe(0);
      expect(depths.lastIndexOf(1), page).toBe(0);
      expect(
        depths.every((depth, i) => i === 0 || depth <= (depths[i - 1] ?? 0) + 1),
        page,
      ).toBe(true);
      const ids = elements.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));
      expect(new Set(ids).size, page).toBe(ids.length);
      const linked = elements.filter(({ attributes }) => attributes.class === 'anchor');
      expect(linked.map(({ attributes }) => attributes.href)).toEqual(
        headings.slice(1).map(({ attributes }) => `#${String(attributes.id)}`),
      );
    }
  });

  test('has its landmarks, a way past them, its Markdown, and no script and no style that its policy refuses', () => {
    for (const [page, elements] of htmlPages()) {
      const names = elements.map(({ name }) => name);
      for (const landmark of ['header', 'main', 'footer', 'nav']) expect(names, page).toContain(landmark);
      expect(elements.find(({ name }) => name === 'a')?.attributes.href, page).toBe('#content');
      expect(elements.find(({ name }) => name === 'main')?.attributes.id, page).toBe('content');
      const alternate = elements.find(({ attributes }) => attributes.rel === 'alternate')?.attributes;
      expect(alternate, page).toMatchObject({ type: 'text/markdown', href: `${page.split('/').at(-1) ?? ''}.md` });
      const policy = elements.find(({ attributes }) => attributes['http-equiv'])?.attributes.content;
      expect(policy, page).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self' data:;/);
      expect(names, page).not.toContain('script');
      expect(names, page).not.toContain('style');
      expect(
        elements.filter(({ attributes }) => 'style' in attributes),
        page,
      ).toEqual([]);
    }
  });

  test('has no element that a text made by mistake', () => {
    const known =
      'html head meta title link body a header nav ul ol li main h1 h2 h3 p strong em code pre br hr div table thead tbody tr th td svg rect path text footer';
    const names = new Set(htmlPages().flatMap(([, elements]) => elements.map(({ name }) => name)));
    expect([...names].filter((name) => !known.split(' ').includes(name))).toEqual([]);
  });

  test('is small, and so are all together', () => {
    const sizes = pages.map((page) => Buffer.byteLength(read(`${page}.html`)));
    expect(Math.max(...sizes)).toBeLessThan(60_000);
    const machines = pages.map((page) => Buffer.byteLength(read(`${page}.md`)));
    const all = [
      ...sizes,
      ...machines,
      ...['llms.txt', 'llms-full.txt', 'errors.json', 'style.css'].map((path) => read(path).length),
    ];
    const total = all.reduce((sum, size) => sum + size, 0);
    console.log(`${String(pages.length)} static pages and their Markdown: ${String(Math.round(total / 1000))} kB`);
    expect(total).toBeLessThan(2_000_000);
  });
});

test.each(guides)('the guide %s has the words of the interactive page', (name) => {
  const description = shown.tags.find((tag) => tag.name === name)?.description ?? '';
  const headed = description
    .replace(/^### (.*) \{% #.* %\}$/gm, '## $1')
    .replaceAll('&#32; |', ' |')
    .replace(/^<div .*$/gm, '');
  const page = read(`guides/${slug(name)}.md`).replace(/^States of .*$/gm, '');
  expect(words(page)).toBe(words(`# ${name} ${headed}`));
  const [, main = ''] = read(`guides/${slug(name)}.html`).split('<main');
  const pictures = description.match(/<svg /g)?.length ?? 0;
  expect(main.match(/<svg role="img" aria-label="/g)?.length ?? 0).toBe(pictures);
  expect(read(`guides/${slug(name)}.md`).match(/^States of .*: /gm)?.length ?? 0).toBe(pictures);
});

/** The words of a Markdown text, without where its links lead. */
function words(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

test.each(Object.entries(errors))('the error %s says what its row says', (reason, row) => {
  const text = elementsOf(read(`errors/${reason}.html`)).find(({ name }) => name === 'main')?.text ?? '';
  const facts = [row.condition, row.remedy, row.text, row.message, row.status, row.code].filter(
    (fact) => fact !== null,
  );
  for (const fact of facts) expect(text.replace(/\s+/g, ' ')).toContain(words(String(fact)).replaceAll('`', ''));
});

test('errors.json has every row of the catalogue, what it says of repeating, and its page', () => {
  const rows = JSON.parse(read('errors.json')) as { reason: string; repeat: string; link: string }[];
  const alone = new Set(['repeat', 'link']);
  expect(rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !alone.has(key))))).toEqual(
    Object.entries(errors).map(([reason, row]) => ({ reason, ...row })),
  );
  const examples = Object.values(document.components.examples);
  const repeats = examples.flatMap((one) => ('x-error' in one ? [[one['x-error'].reason, one['x-error'].repeat]] : []));
  expect(Object.fromEntries(rows.map(({ reason, repeat }) => [reason, repeat]))).toEqual(Object.fromEntries(repeats));
  expect(rows.map(({ link }) => link)).toEqual(Object.keys(errors).map((reason) => `errors/${reason}.html`));
});

describe('llms.txt', () => {
  const text = (): string => read('llms.txt');
  const indexOf = (part: string): number => {
    expect(text()).toContain(part);
    return text().indexOf(part);
  };

  test('begins with what this is and the rules that keep money safe, then says what is assumed, then where the rest is', () => {
    expect(text()).toMatch(
      /^# Wallet Operations API\n\n> .*Version \d+\.\d+\.\d+\.\n\n\*\*Rules that keep money safe\*\*\n/,
    );
    const order = [
      'Write the order down before you send it',
      'Never choose a new `order_id` for an order in doubt',
      'Unknown is not failed',
      'Refund only what is `refused`',
      'Verify a callback over the raw bytes',
      'Ask the service back before you credit',
      'Credit once',
      '**What is assumed**',
      '\n## Files',
      '\n## Guides',
      '\n## Operations and webhooks',
      '\n## Errors',
    ].map(indexOf);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(indexOf('**What is assumed**')).toBeLessThan(6000);
  });

  test('says each open point with what is assumed', () => {
    const lines = text().split('\n');
    for (const [id, { what, assumed }] of Object.entries(document['x-open-points'])) {
      const line = lines.find((one) => one.startsWith(`- \`${id}\`: `)) ?? '';
      expect(words(line)).toContain(`not shown: ${words(what)}; assumed: ${words(assumed)}`);
    }
  });

  test('says what an operator answered apart from what is assumed', () => {
    const answered = structuredClone(document) as unknown as Bundle;
    const { checksum, ...open } = answered['x-open-points'];
    if (!checksum) throw new Error('The document no longer has the point of the checksum.');
    answered['x-open-points'] = open;
    answered['x-answered-points'] = { checksum: { ...checksum, answer: 'With a nonce.' } };
    const [assumed = '', settled = ''] = (staticFiles(answered).get('llms.txt') ?? '').split(
      '**What your operator answered**',
    );
    expect(assumed).not.toContain('`checksum`: ');
    expect(settled).toMatch(
      /^\n\n- `checksum`: asked: computation of the checksum; answered: With a nonce\.\n\n## Files\n/,
    );
  });

  test('links to the Markdown of every page, and its headings have lists of links alone', () => {
    const links = linksOf('llms.txt', text());
    expect(pages.filter((page) => !links.includes(`${page}.md`))).toEqual([]);
    const sections = text()
      .split(/^## .*$/m)
      .slice(1);
    const lines = sections.flatMap((section) => section.split('\n').filter((line) => line !== ''));
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\): \S/.test(line))).toEqual([]);
  });

  test('has all Markdown beside it in one file', () => {
    const headings = read('llms-full.txt').match(/^# .*$/gm) ?? [];
    for (const page of pages) expect(headings).toContain(read(`${page}.md`).split('\n')[0]);
  });
});

test('without JavaScript the interactive page leads to all of them', () => {
  const body = read('index.html').split('</head>')[1] ?? '';
  expect(body).toMatch(/^\s*<body>\s*<noscript>.*<a href="contents.html">/);
  const listed = linksOf('contents.html', read('contents.html'));
  for (const page of pages.filter((one) => /^(guides|operations)\//.test(one)))
    expect(listed.join(' ')).toContain(`${page}.html`);
});
