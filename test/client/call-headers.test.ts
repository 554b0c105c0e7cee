/** Headers that a caller gives a call: they are sent with each attempt, and cannot be those that make the call what it is. */
import { InvalidCallError } from '@wallet-operations/client';
import { expect, it } from 'vitest';
import { failureOf, json, page, stub } from './stub.ts';

const send = (headers: unknown) => {
  const made = stub([page('', 502), json({ balance: '1' })]);
  return { ...made, ended: made.clock.finish(made.wallet.getVaultBalance({}, { headers } as never)) };
};

it('they go with each attempt, and may name another agent', async () => {
  const { ended, sent } = send({
    'X-Request-Id': 'mine',
    'User-Agent': 'shop/2',
    'X-Date': 'today',
    'Expect-More': 'no',
  });
  await ended;
  expect(sent.map(({ headers }) => [headers.get('x-request-id'), headers.get('user-agent')])).toEqual([
    ['mine', 'shop/2'],
    ['mine', 'shop/2'],
  ]);
});

it('what is changed behind the call’s back changes nothing', async () => {
  const headers = { 'X-Request-Id': 'mine' };
  const { ended, sent } = send(headers);
  headers['X-Request-Id'] = 'other';
  await ended;
  expect(sent[1]?.headers.get('x-request-id')).toBe('mine');
});

it.each([new Headers({ 'X-Request-Id': 'mine' }), new Map([['X-Request-Id', 'mine']]), [['X-Request-Id', 'mine']]])(
  'they may come as %o',
  async (headers) => {
    const { ended, sent } = send(headers);
    await ended;
    expect(sent[0]?.headers.get('x-request-id')).toBe('mine');
  },
);

it('a text is none', async () => {
  const { ended, sent } = send('x-a: 1');
  expect(await failureOf(ended)).toBeInstanceOf(InvalidCallError);
  expect(sent).toEqual([]);
});

it.each([
  ...[
    'X-API-CODE',
    'X_API_CODE',
    'x_checksum',
    'x-checksum',
    'Content-Type',
    'content-length',
    'Transfer-Encoding',
    'connection',
    'keep-alive',
  ],
  ...['upgrade', 'expect', 'te', 'trailer', 'host', '', 'a b', 'é', 'x:y', 'x\n'],
])('%j is not for the caller to give', async (name) => {
  const { ended, sent } = send({ [name]: 'of-the-caller' });
  const error = await failureOf(ended);
  expect(error).toBeInstanceOf(InvalidCallError);
  expect(String(error)).toContain(`headers cannot have ${name}.`);
  expect(sent).toEqual([]);
});

it.each<[unknown, string]>([
  ['', 'empty'],
  ['of\r\nthe-caller', 'no such text'],
  ['öf-the-caller', 'no such text'],
  [5, 'number'],
  [undefined, 'undefined'],
  [null, 'null'],
])('%j is no value, and is not shown', async (value, kind) => {
  const { ended, sent } = send({ 'X-Other': value });
  const error = await failureOf(ended);
  expect(error).toBeInstanceOf(InvalidCallError);
  expect(String(error)).toContain(`headers.X-Other is ${kind}. Give a line of plain text.`);
  expect(String(error)).not.toContain('the-caller');
  expect(sent).toEqual([]);
});
