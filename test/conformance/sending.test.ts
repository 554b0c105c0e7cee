/** What a run sends when a service behaves badly: no more than it may, to no other place than it says, and with no code that is not the activated one. */
import { expect, onTestFinished, test, vi } from 'vitest';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf } from '@wallet-operations/validator';
import { send } from '../../packages/conformance/src/send/gate.ts';
import { conform } from './harness.ts';
import { changedVariant, type Answer, type Change, type Passing } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';

/** A service that answers as `change` says, with the requests that came to it. */
async function asked(change: Change): Promise<{ running: Running; came: Passing[] }> {
  const came: Passing[] = [];
  const running = await changedVariant({
    ...change,
    instead(request, world) {
      came.push(request);
      return change.instead?.(request, world);
    },
  });
  onTestFinished(running.close);
  return { running, came };
}

/** A refusal of the service. */
const refusal = (error: string): Answer => ({
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: { error },
});

/** A text as it is without its line breaks. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

test.each([
  ['another code as the activated one', (body: Answer['body']) => (body.valid.api_code = 'ANOTHER')],
  [
    'the code as an inactivated one',
    (body: Answer['body'], code: string) => (body.inactivated = { api_code: code, exp: 1999999999 }),
  ],
])('a service that names %s in the middle of a run is asked nothing more', async (_, name) => {
  let told = 0;
  const { running, came } = await asked({
    answer(answer, { operationId, headers }) {
      if (came.length < 12 || operationId !== 'getApiCodeStatus' || answer.status !== 200) return undefined;
      told ||= came.length;
      name(answer.body, headers['x-api-code'] ?? '');
      return answer;
    },
  });
  const { exitCode, stdout } = await conform(running);
  expect(told).toBeGreaterThan(0);
  expect({ exitCode, calls: came.length }).toEqual({ exitCode: 1, calls: told });
  expect(inOneLine(stdout)).toContain('names another code as the activated one of a wallet: the run ended at once');
});

test('a service that refuses a code which it took before is asked nothing more', async () => {
  let refused = 0;
  const { running, came } = await asked({
    instead: () => (came.length > 40 ? (refused++, refusal('Forbidden. Invalid API code')) : undefined),
  });
  const { exitCode, stdout } = await conform(running);
  expect(exitCode).toBe(1);
  expect(refused).toBeLessThanOrEqual(3); // a call that is wrong on purpose may be refused for either
  expect(inOneLine(stdout)).toContain('refuses an API code that it took before: the run ended at once');
});

test('values of answers make no other path of an operation’s', async () => {
  const ids = ['..', '.', '\ud800', '../../addresses', 'a?x=1', '%2e%2e', '/', "it's"];
  const { running, came } = await asked({
    answer(answer, { operationId }) {
      if (operationId !== 'listCallbacks' || answer.status !== 200) return undefined;
      const [first] = answer.body.notifications;
      if (first)
        answer.body.notifications = ids.flatMap((id) => [
          { ...first, type: 2, order_id: id, block_height: 5 },
          { ...first, type: 1, order_id: '', txid: id, vout_index: id },
        ]);
      return answer;
    },
  });
  const { stdout, read } = await conform(running);
  expect(came.length).toBeGreaterThan(200);
  expect(came.filter(({ operationId }) => operationId === undefined).map(({ target }) => target)).toEqual([]);
  expect(inOneLine(stdout)).toContain(
    'getDepositCallback was not asked once: the TX_ID that an answer gave for it is made of dots, which lead to another path. Nothing was sent.',
  );
  expect(read('transcript')).not.toBe('');
});

test.each(['..', '.', '', '\ud800'])('the gate lets no address out with %j in its path', async (ORDER_ID) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => {
    fetched.mockRestore();
  });
  const operation = operationsOf(bundled).find(({ operationId }) => operationId === 'getWithdrawalState');
  if (!operation) throw new Error('the document has no getWithdrawalState');
  const path = { WALLET_ID: '1', ORDER_ID };
  await expect(
    send({ base: 'http://127.0.0.1:9', product: 'svc' }, { operation, path, query: 't=1', headers: {}, body: '' }),
  ).rejects.toThrow(ORDER_ID === '\ud800' ? 'URI malformed' : 'read as another one than was signed');
  expect(fetched).not.toHaveBeenCalled();
});
