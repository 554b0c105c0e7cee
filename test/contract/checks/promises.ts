// What the document promises beside its schemas, and clients and the sandbox go by: what may be repeated, pages, batches, kinds of
// wallets, memos, which numbers are times.
import { isDeepStrictEqual } from 'node:util';
import { child, flattened, jsonOf, operationsOf, step, webhookOf, type Operation } from '../../interface/document.ts';
import { pathParameters, webhooks } from '../../interface/facts/index.ts';
import { readField, type Fields, type Shape } from '../../interface/facts/notation.ts';
import { batches, memoRules, pagings, repeatable, walletKinds } from '../../interface/facts/promises.ts';
import type { Contract } from '../contract.ts';
import { endpointOf } from '../inputs.ts';
import { within } from '../variants.ts';

/** Findings on the promises of an operation. */
export function* promiseFindings({ document }: Contract, operationId: string): Generator<string> {
  const { node = {}, parameters = [] }: Partial<Operation> = operationsOf(document).get(operationId) ?? {};
  const expected = {
    'x-repeatable': repeatable[operationId],
    'x-paging': pagings[operationId],
    'x-batch': batches[operationId],
    'x-wallet-kinds': walletKinds[operationId],
  };
  for (const [keyword, wanted] of Object.entries(expected))
    if (!isDeepStrictEqual(node[keyword], wanted))
      yield `${operationId}: ${keyword} is ${said(node[keyword])}, from the interface follows ${said(wanted)}`;

  if (operationId === 'withdrawAssets') {
    const orders = step(step(jsonOf(node.requestBody).schema, 'requests'), '[]');
    const { 'x-memo-rules': rules } = flattened(step(orders, 'memo'));
    if (!isDeepStrictEqual(rules, memoRules))
      yield `${operationId} body requests[].memo: x-memo-rules is ${said(rules)}, from the interface follows ${said(memoRules)}`;
  }

  const { query = {}, body, reply } = endpointOf(operationId);
  for (const [where, fields] of Object.entries({ path: pathParameters, query }))
    for (const { name, schema } of parameters.filter((one) => one.in === where)) {
      const line = fields[String(name)] ?? fields[`${String(name)}?`];
      if (line !== undefined) yield* unitFindings(`${operationId} ${where} ${String(name)}`, line, schema);
    }
  if (body) yield* unitFindings(`${operationId} body`, body, jsonOf(node.requestBody).schema);
  yield* unitFindings(`${operationId} reply`, reply, jsonOf(child(node, 'responses')['200']).schema);
}

/** Findings on the units of a callback's numbers. */
export function callbackUnitFindings({ document }: Contract, name: string): Iterable<string> {
  return unitFindings(`${name} body`, webhooks[name] ?? {}, jsonOf(webhookOf(document, name).requestBody).schema);
}

/** Seconds are marked as such, and nothing else is: clients hold them as plain numbers, and all other 64 bits as big ones. */
function* unitFindings(place: string, shape: Shape, schema: unknown): Generator<string> {
  if (typeof shape === 'string') {
    const { type, array } = readField(shape);
    const { 'x-unit': unit } = flattened(array ? step(schema, '[]') : schema);
    const wanted = type === 'seconds' ? 'seconds' : undefined;
    if (unit !== wanted) yield `${place}: x-unit is ${said(unit)}, from the interface follows ${said(wanted)}`;
  } else if (Array.isArray(shape))
    yield* unitFindings(`${place}[]`, (shape as readonly [Shape])[0], step(schema, '[]'));
  else
    for (const [key, inner] of Object.entries(shape as Fields)) {
      const name = key.startsWith('{') ? '*' : key.replace('?', '');
      yield* unitFindings(within(place, name), inner, step(schema, name));
    }
}

function said(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
