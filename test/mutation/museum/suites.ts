// Two suites: `requests` asks whether the service refuses what the document refuses and takes what it takes, `answers` whether each
// answer is one of the document. Ajv says what the document means; the service is asked once, and whatever it answered is kept.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Node, Suite } from '@wallet-operations/spec-mutation';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { CALLS, type Call } from './calls.ts';

const server = createApp().listen(0); // stays open: the command ends all the same
const { port } = server.address() as AddressInfo;

/** What the service answered to each call. */
const exchanges = await Promise.all(CALLS.map(async (call) => ({ call, ...(await sent(call)) })));

async function sent({ method, path, body }: Call): Promise<{ status: number; type: string; answer: unknown }> {
  const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { status: response.status, type, answer: await response.json() };
}

export const requests: Suite = function* ({ document, owners }) {
  for (const { call, status } of exchanges.filter(({ call }) => owners?.includes(call.operationId) ?? true)) {
    const found = operationOf(document, call);
    if (!found) yield `${call.operationId}: is not at ${call.method} ${call.path}`;
    else if (accepts(document, found, call) !== (status !== 400))
      yield `${call.operationId}: ${call.why} was answered with ${String(status)}`;
  }
};

export const answers: Suite = function* ({ document, owners }) {
  for (const { call, status, type, answer } of exchanges.filter(
    ({ call }) => owners?.includes(call.operationId) ?? true,
  )) {
    const response = resolved(document, child(child(operationOf(document, call)?.node, 'responses'), String(status)));
    const media = child(child(response, 'content'), type);
    if (!('schema' in media)) yield `${call.operationId}: no answer ${String(status)} in ${type}`;
    else if (!fits(document, media.schema, answer))
      yield `${call.operationId} ${String(status)}: the answer does not fit`;
  }
};

/** The operation by its name, if the call is one of it. */
function operationOf(document: Node, { operationId, method, path }: Call): { node: Node; values: Node } | undefined {
  for (const [template, item] of Object.entries(child(document, 'paths'))) {
    const node = child(item as Node, method.toLowerCase());
    const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(path.split('?')[0] ?? '');
    if (node.operationId === operationId && match) return { node, values: { ...match.groups } };
  }
  return undefined;
}

function accepts(document: Node, { node, values }: { node: Node; values: Node }, { path, body }: Call): boolean {
  const query = new URLSearchParams(path.split('?')[1]);
  const parameters = (node.parameters ?? []) as readonly Node[];
  const isKnown = [...query.keys()].every((key) =>
    parameters.some(({ name, in: at }) => at === 'query' && name === key),
  );
  const fine = parameters.every(({ name, in: at, required, schema }) => {
    const text =
      at === 'path' ? values[String(name)] : at === 'query' ? (query.get(String(name)) ?? undefined) : undefined;
    if (text === undefined) return required !== true;
    const isNumber = (schema as Node).type === 'integer';
    return fits(document, schema, isNumber ? Number(text) : text);
  });
  const media = child(child(child(node, 'requestBody'), 'content'), 'application/json');
  const wanted = child(node, 'requestBody').required === true;
  const bodyFits = body === undefined ? !wanted : 'schema' in media && fits(document, media.schema, body);
  return isKnown && fine && bodyFits;
}

/** Schemas are compiled once: most mutants share most of them with the original. */
const compiled = new WeakMap<object, { ajv: Ajv2020; bySchema: WeakMap<object, ValidateFunction> }>();

function fits(document: Node, schema: unknown, value: unknown): boolean {
  const components = child(document, 'components');
  let known = compiled.get(components);
  if (!known) {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'museum', components });
    compiled.set(components, (known = { ajv, bySchema: new WeakMap() }));
  }
  let validate = known.bySchema.get(schema as object);
  if (!validate) {
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"museum#/')) as AnySchema;
    known.bySchema.set(schema as object, (validate = known.ajv.compile(rooted)));
  }
  return validate(value);
}

function resolved(document: Node, node: Node): Node {
  const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined;
  return name === undefined ? node : child(child(child(document, 'components'), 'responses'), name);
}

function child(node: Node | undefined, name: string): Node {
  return (node?.[name] ?? {}) as Node;
}
