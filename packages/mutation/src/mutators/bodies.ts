/** Mutators of what is sent and answered: bodies, media types, their encoding, statuses, links. */
import { at, child, isNode, pointerOf, referenceTo, refOf, without, type Node } from '../document.ts';
import { isOfNoProperty } from '../ignored.ts';
import { change, mistyped, other, otherThan, said, type Change, type Mutator } from '../mutator.ts';
import { saysNothing } from '../references/targets.ts';
import { remembered } from '../remembered.ts';
import { operationsOf } from '../sites/operations.ts';
import { OPERATION_SORTS, type Site, type SiteSort } from '../sites/site.ts';

const requestBody = (node: Node): readonly Change[] =>
  typeof node.$ref === 'string'
    ? []
    : [change(node.required === true ? 'no longer required' : 'required', node, { required: node.required !== true })];

const bodyGone = (node: Node): readonly Change[] =>
  isNode(node.requestBody) ? [change('body gone', node, { requestBody: undefined })] : [];

const mediaTypes = (node: Node): readonly Change[] =>
  Object.keys(child(node, 'content')).map((type) => {
    const { [type]: media, ...others } = child(node, 'content');
    const another = otherType(Object.keys(child(node, 'content')));
    return change(`${type} → ${another}`, node, { content: { ...others, [another]: media } });
  });

/** One that is not there yet, whatever its parameters. */
function otherType(types: readonly string[]): string {
  const taken = types.map((type) => type.replace(/;.*/s, '').trim().toLowerCase());
  const all = ['text/plain', 'application/json', 'application/xml', 'application/octet-stream'];
  return all.find((one) => !taken.includes(one)) ?? 'application/x-another';
}

const schemaGone = (node: Node, { document }: Site): readonly Change[] =>
  'schema' in node && !saysNothing(document, node.schema) ? [change('schema gone', node, { schema: undefined })] : [];

/** Of a parameter or a header a schema has to be there: one that says nothing. Where it says one thing, that goes by itself. */
const schemaOfAll = (node: Node): readonly Change[] =>
  Object.keys(child(node, 'schema')).length > 1 ? [change('schema takes anything', node, { schema: {} })] : [];

const encoding = (node: Node): readonly Change[] => [
  ...(typeof node.contentType === 'string'
    ? [
        change(`contentType ${node.contentType} gone`, node, { contentType: undefined }),
        other(node, 'contentType', node.contentType === 'text/plain' ? 'application/json' : 'text/plain'),
      ]
    : []),
];

const responses = (node: Node): readonly Change[] =>
  Object.keys(node)
    .filter((status) => !status.startsWith('x-'))
    .flatMap((status, _, { length }) => {
      const { [status]: response, ...others } = node;
      const another = length === 1 && status === 'default' ? '200' : otherStatus(status, node);
      return [
        ...(length > 1 ? [{ says: `status ${status} gone`, node: others }] : []), // one has to be there
        ...(another !== undefined
          ? [{ says: `status ${status} → ${another}`, node: { ...others, [another]: response } }]
          : []),
      ];
    });

/** Another status, or another class of them, that is not there; beside the default there is none but all others. */
function otherStatus(status: string, all: Node): string | undefined {
  const [, hundreds, rest] = /^([1-5])(\d\d|XX)$/i.exec(status) ?? [];
  if (hundreds === undefined) return undefined;
  const isClass = rest === 'XX' || rest === 'xx';
  const others = isClass
    ? ['4', '5', '2', '3', '1'].map((one) => `${one}XX`)
    : [...Array(100).keys()].map((i) => hundreds + String((Number(rest) + 22 + i) % 100).padStart(2, '0'));
  return others.find((one) => !(one in all) && one !== status.toUpperCase());
}

const link = (node: Node, { document }: Site): readonly Change[] => [
  ...leads(node, document),
  ...Object.entries(child(node, 'parameters')).flatMap(([name, value]) => [
    change(`parameter ${name} gone`, node, { parameters: without(child(node, 'parameters'), name) }),
    change(`parameter ${name} ${said(value)} → ${said(otherThan(value))}`, node, {
      parameters: { ...child(node, 'parameters'), [name]: otherThan(value) },
    }),
  ]),
  ...('requestBody' in node
    ? [
        change('requestBody gone', node, { requestBody: undefined }),
        other(node, 'requestBody', otherThan(node.requestBody)),
      ]
    : []),
];

/** What a link can lead to. */
const aimsOf = remembered((document) =>
  operationsOf(document).map(({ pointer, node }) => ({ pointer, ref: referenceTo(pointer), id: node.operationId })),
);

/** Where a link leads: to another operation, for one that is none would be refused. */
const leads = (node: Node, document: Node): readonly Change[] => {
  const { operationId, operationRef } = node;
  const id = aimsOf(document).find((one) => typeof one.id === 'string' && one.id !== operationId)?.id;
  const isHere = typeof operationRef === 'string' && operationRef.startsWith('#/');
  const here = isHere ? refOf(pointerOf(operationRef)) : undefined; // some write braces as they are
  const ref = aimsOf(document).find(({ pointer }) => refOf(pointer) !== here)?.ref;
  return [
    ...(typeof operationId === 'string' && id !== undefined ? [other(node, 'operationId', id)] : []),
    ...(isHere && ref !== undefined ? [other(node, 'operationRef', ref)] : []),
    ...(typeof operationRef === 'string' && !isHere
      ? [other(node, 'operationRef', mistyped(operationRef) ?? `${operationRef}x`)]
      : []),
  ];
};

/** For each sort that holds callbacks, encodings or links: whether they are there. */
const eachGone =
  (key: string, word: string, isIdle: (document: Node, node: Node, name: string) => boolean = () => false) =>
  (node: Node, { document }: Site): readonly Change[] =>
    Object.keys(child(node, key))
      .filter((name) => !isIdle(document, node, name))
      .map((name) => {
        const left = without(child(node, key), name);
        return change(`${word} ${name} gone`, node, { [key]: Object.keys(left).length > 0 ? left : undefined });
      });

/** A callback goes to another address. */
const address = (node: Node, { pointer, document }: Site): readonly Change[] => {
  const [where, , own = ''] = pointer.slice(-3);
  const key = `${own}/elsewhere`;
  if (where !== 'callbacks' || at(document, [...pointer.slice(0, -1), key]) !== undefined) return [];
  return [{ says: `address ${own} → ${key}`, node, key }];
};

const on = (sorts: readonly SiteSort[], kind: string, changes: Mutator['changes']): readonly Mutator[] =>
  sorts.map((sort) => ({ kind, on: sort, changes }));

/** Each mutator of bodies and answers. */
export const bodyMutators: readonly Mutator[] = [
  ...on(OPERATION_SORTS, 'body', bodyGone),
  { kind: 'body', on: 'requestBody', changes: requestBody },
  ...on(['requestBody', 'response'], 'media type', mediaTypes),
  ...on(['mediaType'], 'schema', schemaGone),
  ...on(['parameter', 'header'], 'schema', schemaOfAll),
  ...on(['mediaType'], 'encoding', eachGone('encoding', 'encoding', isOfNoProperty)),
  { kind: 'encoding', on: 'encoding', changes: encoding },
  { kind: 'status', on: 'responses', changes: responses },
  ...on(OPERATION_SORTS, 'callback', eachGone('callbacks', 'callback')),
  { kind: 'callback', on: 'path', changes: address },
  ...on(['response'], 'link', eachGone('links', 'link')),
  { kind: 'link', on: 'link', changes: link },
  {
    kind: 'link',
    on: 'link',
    changes: (node) => (isNode(node.server) ? [change('server gone', node, { server: undefined })] : []),
  },
];
