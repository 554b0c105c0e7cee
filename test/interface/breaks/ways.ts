// The ways in which the notices break a document: each changes one fact at one place and leaves the rest as it is.
import { child, isNode, jsonOf, locate, operationsOf, webhookOf, type Node } from '../document.ts';

/** Breaks one fact of a document, in place: the document is a copy that nobody else reads. */
export type Change = (document: Node, place: string) => void;

/** The place that is broken, how, and what the finding says of that place. */
export type Break = readonly [place: string, change: Change, finding: string];

type Draft = Record<string, unknown>;

/** Sets keywords of a schema, a parameter's too; `undefined` takes a keyword away, wherever the schema has it from. */
export function set(keywords: Draft): Change {
  return (document, place) => {
    const node = found(document, place);
    const schema = isNode(node.schema) ? (node.schema as Draft) : node;
    for (const part of partsOf(schema)) take(part, ...Object.keys(keywords));
    Object.assign(schema, keywords);
  };
}

/** Sets what stands on the place itself: on a parameter, a scheme, an operation, a response. */
export function setOwn(keywords: Draft): Change {
  return (document, place) => {
    Object.assign(found(document, place), keywords);
  };
}

/** Takes a field of a record away. */
export const drop: Change = (document, place) => {
  const [record, name] = parentOf(place);
  for (const part of partsOf(found(document, record))) {
    take(child(part, 'properties'), name);
    part.required = namesIn(part.required).filter((one) => one !== name);
  }
};

/** Adds a field to a record. */
export const add: Change = (document, place) => {
  const [record, name] = parentOf(place);
  const schema = found(document, record);
  schema.properties = { ...child(schema, 'properties'), [name]: { type: 'string' } };
};

/** Makes a field required or optional. */
export function required(wanted: boolean): Change {
  return (document, place) => {
    const [record, name] = parentOf(place);
    const schema = found(document, record);
    for (const part of partsOf(schema)) part.required = namesIn(part.required).filter((one) => one !== name);
    if (wanted) schema.required = [...namesIn(schema.required), name];
  };
}

export const dropWebhook: Change = (document, place) => {
  take(child(document, 'webhooks'), place);
};

export const addWebhook: Change = (document, place) => {
  Object.assign(child(document, 'webhooks'), { [place]: {} });
};

export const dropResponse: Change = (document, place) => {
  take(child(ownerOf(document, place), 'responses'), place.split(' ')[1] ?? '');
};

export const addResponse: Change = (document, place) => {
  Object.assign(child(ownerOf(document, place), 'responses'), { [place.split(' ')[1] ?? '']: {} });
};

/** Sets what stands on the request body of an operation, beside its schema. */
export function body(keywords: Draft): Change {
  return (document, place) => {
    Object.assign(child(ownerOf(document, place), 'requestBody'), keywords);
  };
}

export function security(...requirements: readonly string[][]): Change {
  return (document, place) => {
    ownerOf(document, place).security = requirements.map((names) =>
      Object.fromEntries(names.map((name) => [name, []])),
    );
  };
}

/** Moves an operation to another path or method, or, without one, takes it away. */
export function move(call?: string): Change {
  return (document, place) => {
    const operation = operationsOf(document).get(place);
    const [method = '', path = ''] = operation?.call.split(' ') ?? [];
    take(child(child(document, 'paths'), path), method.toLowerCase());
    if (call) put(document, call, { ...operation?.node, parameters: operation?.parameters });
  };
}

export const addOperation: Change = (document, place) => {
  put(document, `GET /v1/svc/${place}`, { operationId: place, responses: {} });
};

export const dropParameter: Change = (document, place) => {
  const parameter = found(document, place);
  for (const item of Object.values(child(document, 'paths')) as Draft[]) {
    for (const holder of [item, ...Object.values(item)].filter(isNode) as Draft[]) {
      if (Array.isArray(holder.parameters)) holder.parameters = holder.parameters.filter((one) => one !== parameter);
    }
  }
};

export const addParameter: Change = (document, place) => {
  const [, where, name] = place.split(' ');
  const operation = ownerOf(document, place);
  operation.parameters = [...nodesIn(operation.parameters), { in: where, name, schema: { type: 'integer' } }];
};

/** Changes the error examples of an operation at the row that has this message, or this text where it has no message. */
export function row(text: string, change: (examples: Draft, reason: string) => void): Change {
  return (document, place) => {
    for (const response of Object.values(child(ownerOf(document, place), 'responses'))) {
      const examples = child(jsonOf(response), 'examples');
      const reason = Object.keys(examples).find((key) => {
        const stated = child(child(examples, key), 'x-error');
        return (stated.message ?? stated.text) === text;
      });
      if (reason !== undefined) {
        change(examples, reason);
        return;
      }
    }
    throw new Error(`${place}: there is no error row "${text}" to break`);
  };
}

export const gone = (examples: Draft, reason: string): void => {
  take(examples, reason);
};

/** Changes what an error row states (`x-error`), or the body that shows it (`value`). */
export function stating(part: 'x-error' | 'value', keywords: Draft) {
  return (examples: Draft, reason: string): void => {
    Object.assign(child(child(examples, reason), part), keywords);
  };
}

/** Adds a named error example to the response that its status asks for. */
export function addRow(stated: { readonly reason: string; readonly status: number } & Node): Change {
  return (document, place) => {
    const examples = child(jsonOf(found(document, `${place} ${String(stated.status)}`)), 'examples');
    Object.assign(examples, { [stated.reason]: { 'x-error': stated, value: {} } });
  };
}

/** Adds a row to the catalogue that no operation lists; its reason is the place's last word. */
export const addUnusedRow: Change = (document, place) => {
  const reason = place.split(' ').at(-1) ?? '';
  Object.assign(child(child(document, 'components'), 'examples'), { [reason]: { 'x-error': { reason } } });
};

/** Takes an open point's mark away, from the place and from all that it holds. */
export const unmark: Change = (document, place) => {
  const clear = (node: unknown): void => {
    if (isNode(node)) take(node, 'x-unspecified');
    if (typeof node === 'object' && node !== null) Object.values(node).forEach(clear);
  };
  clear(found(document, place));
};

function found(document: Node, place: string): Draft {
  const node = locate(document, place);
  if (!isNode(node)) throw new Error(`${place}: the document has no such place to break`);
  return node;
}

function ownerOf(document: Node, place: string): Draft {
  const [name = ''] = place.split(' ');
  return operationsOf(document).get(name)?.node ?? webhookOf(document, name);
}

function parentOf(place: string): readonly [record: string, name: string] {
  const end = Math.max(place.lastIndexOf(' '), place.lastIndexOf('.'));
  return [place.slice(0, end), place.slice(end + 1)];
}

function partsOf(schema: Node): readonly Draft[] {
  return [schema, ...nodesIn(schema.allOf).flatMap(partsOf)];
}

function put(document: Node, call: string, operation: Draft): void {
  const [method = '', path = ''] = call.split(' ');
  const paths = child(document, 'paths') as Draft;
  paths[path] = { ...child(paths, path), [method.toLowerCase()]: operation };
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function take(node: Node, ...names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(node, name);
}
