// How prose becomes part of the page: what leads nowhere stops the build, and says where it might lead instead.
import { describe, expect, test } from 'vitest';
import { unwrapped, withAnchors, withCellsApart, withLinks, withMade } from '../../scripts/steps/docs/prose.ts';
import { withOwnWays } from '../../scripts/steps/docs/redoc.ts';

const routes = {
  tags: new Map([['Running the mock', '#/running-the-mock']]),
  operations: new Map([['listWallets', '#/wallets/listwallets']]),
  errors: new Map([['not_found', '#/error-reference/not_found']]),
};

describe('links', () => {
  test.each([
    ['[mock](#tag/Running-the-mock)', '[mock](#/running-the-mock)'],
    ['[all](#operation/listWallets)', '[all](#/wallets/listwallets)'],
    [
      'see `listWallets` and `not_found`',
      'see [`listWallets`](#/wallets/listwallets) and [`not_found`](#/error-reference/not_found)',
    ],
    ['[`not_found`](#/error-reference/not_found)', '[`not_found`](#/error-reference/not_found)'],
    ['`order_id`', '`order_id`'],
    ['[elsewhere](https://elsewhere.example/#a)', '[elsewhere](https://elsewhere.example/#a)'],
    ['```sh\n`not_found` [x](#nowhere)\n```', '```sh\n`not_found` [x](#nowhere)\n```'],
  ])('%s', (text, linked) => {
    expect(withLinks(text, routes)).toBe(linked);
  });

  test.each(['#tag/Nowhere', '#operation/nothing', '#section/first-call'])('to %s stop the build', (target) => {
    expect(() => withLinks(`[there](${target})`, routes)).toThrow(
      `A description links to ${target}, which is no place on the docs page.`,
    );
  });
});

describe('pictures and tables', () => {
  test('take the place that asks for them', () => {
    expect(withMade('a\n\n<!-- picture: One -->\n\nb', new Map([['picture: One', '<svg/>']]))).toBe('a\n\n<svg/>\n\nb');
  });

  test('that there are not stop the build', () => {
    expect(() => withMade('<!-- picture: Two -->', new Map([['picture: One', '']]))).toThrow(
      'A description asks for "picture: Two". There are picture: One; pictures are of tags with x-states.',
    );
  });
});

test('headings have an address of letters, digits and hyphens; comments of code are none', () => {
  expect(withAnchors('## 6. Mapped (token) wallets\n\ntext\n\n```sh\n## not one\n```')).toBe(
    '### 6. Mapped (token) wallets {% #6-mapped-token-wallets %}\n\ntext\n\n```sh\n## not one\n```',
  );
});

test.each([
  ['| a    | b |\n| --- | :-: |\n| c | `d` |', '| a&#32; | b&#32; |\n| --- | :-: |\n| c&#32; | `d`&#32; |'],
  ['| | |\n| --- | --- |\n| a | |', '| | |\n| --- | --- |\n| a&#32; | |'],
  ['a | b', 'a | b'],
  ['```sh\n| a |\n```', '```sh\n| a |\n```'],
])('cells of a table are apart: %j', (text, apart) => {
  expect(withCellsApart(text)).toBe(apart);
});

test.each([
  ['one\ntwo', 'one two'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['- one\n  more\n- two', '- one more\n- two'],
  ['1. one\n   more\n2. two', '1. one more\n2. two'],
  ['| a |\n| - |\n| b |', '| a |\n| - |\n| b |'],
  ['one  \ntwo', 'one  \ntwo'],
  ['one\n`two`', 'one `two`'],
  ['```sh\none\ntwo\n```', '```sh\none\ntwo\n```'],
])('the lines of a paragraph are joined: %j', (text, joined) => {
  expect(unwrapped(text)).toBe(joined);
});

test.each([
  ['twice', 'a=b||c===-1;shouldRenderOps:a=b||c===-1;shouldRenderOps:', 'the place 2 times'],
  ['nowhere', '<html></html>', 'the place 0 times'],
])("code of Redoc that is there %s stops the build, for it is not Redoc's as it is known", (_, html, reason) => {
  expect(() => withOwnWays(html)).toThrow(reason);
});
