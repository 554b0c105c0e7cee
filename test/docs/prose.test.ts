// How prose becomes part of the page: what leads nowhere stops the build, and says where it might lead instead.
import { describe, expect, test } from 'vitest';
import { unwrapped, withLinks, withMade, withPlainHeadings } from '../../scripts/steps/docs/prose.ts';

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

test('headings stay with their text, comments of code are none', () => {
  expect(withPlainHeadings('## One\n\ntext\n\n```sh\n## not one\n```')).toBe(
    '<h3>One</h3>\n\ntext\n\n```sh\n## not one\n```',
  );
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
