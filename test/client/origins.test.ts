/** The stack of an error leads to the line of the caller, whatever failed, and however the call is waited for. */
import { openapiFetch } from '@wallet-operations/client';
import { expect, it, onTestFinished } from 'vitest';
import { API_CODE, broken, failureOf, json, page, refused, type Reply, silent, stub } from './stub.ts';

const failures: [string, Reply, object][] = [
  ['a refusal', refused('api_secret_not_valid'), {}],
  ['a page of a gateway', page('<html>', 404), {}],
  ['a connection', broken('ECONNRESET'), { attempts: 1 }],
  ['a connection, again and again', broken('ECONNREFUSED'), {}],
  ['a timeout', silent, { timeout: 10, attempts: 1 }],
  ['a deadline while it waits', page('', 502), { deadline: 100 }],
  ['credentials', json({}), { credentials: () => Promise.reject(new Error('closed')) }],
];

it.each(failures)('of %s', async (_, reply, options) => {
  const { wallet, client, clock } = stub(reply, { random: () => 0.1, ...options });
  const waitedFor: ((call: Promise<unknown>) => Promise<unknown>)[] = [
    failureOf,
    (call) => new Promise((resolve) => void call.then(undefined, resolve)),
    (call) => failureOf(Promise.all([call])),
  ];
  for (const waits of waitedFor) {
    const error = (await clock.finish(waits(theCallersOwn()))) as Error;
    expect(error.stack).toMatch(/^(\w+): getVaultBalance: .*\n/);
    expect(error.stack?.split('\n')[0]).toBe(`${error.name}: ${error.message}`);
    expect(error.stack).toMatch(/at theCallersOwn .*origins\.test\.ts/);
    expect(error.stack).not.toContain(API_CODE);
  }
  function theCallersOwn(): Promise<unknown> {
    return wallet.getVaultBalance();
  }
  if (reply === failures[2]?.[1]) {
    const byPath = (): Promise<unknown> => openapiFetch(client).GET('/v1/svc/currency/prices');
    expect(((await failureOf(byPath())) as Error).stack).toMatch(/at .*byPath .*origins\.test\.ts/);
  }
});

it('of what is refused before it is sent', async () => {
  const { wallet } = stub(json({}));
  const theCallersOwn = (): Promise<unknown> => wallet.getWithdrawalState({ ORDER_ID: '..' });
  expect(((await failureOf(theCallersOwn())) as Error).stack).toMatch(/at theCallersOwn .*origins\.test\.ts/);
});

it('of what an application makes of its own of stacks is left alone', async () => {
  const { wallet } = stub(refused('api_secret_not_valid'));
  onTestFinished(() => void Reflect.deleteProperty(Error, 'prepareStackTrace'));
  Error.prepareStackTrace = () => 5;
  expect(await failureOf(wallet.getVaultBalance())).toMatchObject({ reason: 'api_secret_not_valid', effect: 'none' });
});
