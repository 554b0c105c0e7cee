// A right request for every operation, and some that break one rule each, made of the document's own examples.
import { readFileSync } from 'node:fs';

export const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));

const follow = (node) =>
  node.$ref
    ? follow(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at, key) => at[key.replaceAll('~1', '/')], document),
      )
    : node;

/** Every operation: its path, its method, and what it is asked and answered in its first examples. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const first = (body) => follow(Object.values(body.content['application/json'].examples)[0]).value;
    const parameters = (operation.parameters ?? []).map(follow);
    return {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      url: parameters
        .filter(({ in: where }) => where === 'path')
        .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(example)), path),
      query: Object.fromEntries(
        parameters.filter(({ in: where }) => where === 'query').map(({ name, example }) => [name, String(example)]),
      ),
      body: operation.requestBody && first(operation.requestBody),
      answer: first(operation.responses['200']),
    };
  }),
);

/** The status of each right request by its operationId, and of those that are not right by what is wrong. */
export async function ask(base) {
  const send = async ({ method, url, query, body }, { headers = {}, t = { t: '1' } } = {}) => {
    const response = await fetch(`${base}${url}?${new URLSearchParams({ ...query, ...t })}`, {
      method,
      headers: { 'X-API-CODE': 'any', 'X-CHECKSUM': 'any', 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const wrong = [];
  for (const operation of operations) {
    const { status, text } = await send(operation);
    if (status !== 200) wrong.push(`${operation.operationId}: ${status} ${text}`);
  }
  const withdraw = operations.find(({ operationId }) => operationId === 'withdrawAssets');
  const balance = operations.find(({ operationId }) => operationId === 'getVaultBalance');
  const order = (changes) => ({ ...withdraw, body: { requests: [{ ...withdraw.body.requests[0], ...changes }] } });
  const statusOf = async (...args) => (await send(...args)).status;
  return {
    wrong,
    statuses: {
      'an amount that is a number': await statusOf(order({ amount: 1.5 })),
      'a field that nobody knows': await statusOf(order({ ammount: '1.5' })),
      'a sender without its index': await statusOf(order({ from_address: '0x25' })),
      'a wallet beyond 2^53': await statusOf({ ...balance, url: balance.url.replace(/\d{3,}/, '9007199254740993') }),
      'no t': await statusOf(balance, { t: {} }),
    },
  };
}
