// What is left out means what the interface says it means: a validator that fills defaults in must come to the same request.
import { isDeepStrictEqual } from 'node:util';
import { jsonOf, operationsOf } from '../../interface/document.ts';
import { readField, type Fields, type Shape } from '../../interface/facts/notation.ts';
import type { Contract } from '../contract.ts';
import { expected } from '../expected.ts';
import { endpointOf } from '../inputs.ts';
import { withDefaults } from '../validate.ts';

/** Findings on the defaults of an operation's query and body. */
export function* defaultFindings({ document }: Contract, operationId: string): Generator<string> {
  const operation = operationsOf(document).get(operationId);
  const { query = {}, body: shape } = endpointOf(operationId);
  const parameters = (operation?.parameters ?? []).filter((one) => one.in === 'query');
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [String(name), schema ?? {}]));
  yield* differing(`${operationId} query`, withDefaults({ type: 'object', properties }, {}), filled({}, query));
  if (!shape) return;
  const schema = jsonOf(operation?.node.requestBody).schema as object;
  for (const [name, body] of Object.entries(expected[operationId]?.requests ?? {}))
    yield* differing(`${operationId} request ${name}`, withDefaults({ ...schema }, body), filled(body, shape));
}

function* differing(place: string, found: unknown, wanted: unknown): Generator<string> {
  if (!isDeepStrictEqual(found, wanted))
    yield `${place}: what is left out counts as ${JSON.stringify(found)}, the interface says ${JSON.stringify(wanted)}`;
}

function filled(value: unknown, shape: Shape): unknown {
  if (typeof shape === 'string') return value;
  if (Array.isArray(value)) return value.map((element) => filled(element, (shape as readonly [Shape])[0]));
  const record = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(shape as Fields).flatMap(([key, inner]): [string, unknown][] => {
      const name = key.replace('?', '');
      if (name in record) return [[name, filled(record[name], inner)]];
      const preset = typeof inner === 'string' ? readField(inner).value.default : undefined;
      return preset === undefined ? [] : [[name, preset]];
    }),
  );
}
