// What extensions name: rows, fields, states and tags. Each list here is all that one of a kind can be, asked from where it is named.
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import { rowsOf } from '../lib/catalogue.ts';
import type { Bundle } from '../lib/bundle.ts';
import { followed, isNode, placesOf, valueAt, type Node, type Place } from '../lib/places.ts';

/** Where something is named. */
export interface Asked {
  readonly document: Node;
  /** What the extension stands on. */
  readonly place: Place;
  /** The whole value of the extension. */
  readonly value: unknown;
}

/** Undefined where that hangs on another name that is wrong already. */
type Names = (asked: Asked) => readonly string[] | undefined;

/** By what is named, as the schemas of extensions call it in `names`. */
export const NAMES = {
  row: ({ document }) => rowsOf(document as unknown as Bundle).map(([, row]) => row['x-error'].reason),
  tag: ({ document }) => listOf(document['tags']).map((tag) => String(tag['name'])),
  'open point': ({ document }) => Object.keys(pointsOf(document as PointedDocument)),
  state: ({ value }) => listOf(fieldOf(value, 'states')).map((state) => String(state['name'])),
  'request field': (asked) => fieldsOf(asked, bodyOf(asked, asked.place.node['requestBody'])),
  'part of the request': (asked) => [
    ...parametersOf(asked),
    ...partsIn(asked, bodyOf(asked, asked.place.node['requestBody']), 'body'),
  ],
  'part of the answer': (asked) => partsIn(asked, answerOf(asked)),
  'answer field': (asked) => fieldsOf(asked, answerOf(asked)),
  'field of a record': (asked) => itemFields(asked, fieldOf(asked.value, 'records')),
  'field of what is found': (asked) => itemFields(asked, fieldOf(asked.value, 'finds')),
  'field of an item': (asked) => fieldsOf(asked, whole(asked, asked.place.node)['items']),
  'field beside': fieldsBeside,
  'required field': requiredFields,
  'keyword of this schema': keywords,
} satisfies Record<string, Names>;

const fieldOf = (value: unknown, name: string): unknown => (isNode(value) ? value[name] : undefined);
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** A schema with all that it refers to, and with the fields of all its parts. */
function whole(asked: Pick<Asked, 'document'>, schema: unknown): Node {
  if (!isNode(schema)) return {};
  const nodes = followed(asked.document, { kind: 'schema', pointer: [], node: schema }).map(({ node }) => node);
  const [parts, choices] = [['allOf'], ['oneOf', 'anyOf']].map((keywords) =>
    nodes.flatMap((node) => keywords.flatMap((keyword) => listOf(node[keyword]))).map((part) => whole(asked, part)),
  );
  const own = [...(parts ?? []), ...nodes.reverse()];
  const fields = [...own, ...(choices ?? [])].map(({ properties }) => properties).filter(isNode);
  const properties = Object.assign({}, ...fields) as Node;
  return { ...(Object.assign({}, ...own) as Node), ...(fields.length > 0 && { properties }) };
}

const fieldsOf = (asked: Asked, schema: unknown): string[] => Object.keys(propertiesOf(asked, schema));

function propertiesOf(asked: Asked, schema: unknown): Node {
  const { properties } = whole(asked, schema);
  return isNode(properties) ? properties : {};
}

/** All that a schema has, as the keys that lead there, with `*` for each entry of a list or a map. */
function partsIn(asked: Asked, schema: unknown, place = ''): string[] {
  const { items, additionalProperties } = whole(asked, schema);
  const inner = [
    ...Object.entries(propertiesOf(asked, schema)),
    ...[items, additionalProperties].filter(isNode).map((each) => ['*', each] as const),
  ];
  return inner.flatMap(([key, part]) => {
    const at = place === '' ? key : `${place}.${key}`;
    return [at, ...partsIn(asked, part, at)];
  });
}

/** The parameters of an operation, each as `path.NAME` or `query.name`. */
const parametersOf = ({ document, place }: Asked): string[] =>
  listOf(place.node['parameters']).map((node) => {
    const parameter = followed(document, { kind: 'parameter', pointer: [], node }).at(-1)?.node;
    return `${String(parameter?.['in'])}.${String(parameter?.['name'])}`;
  });

/** The fields of each item of a list that the answer has. */
function itemFields(asked: Asked, field: unknown): string[] | undefined {
  const list = propertiesOf(asked, answerOf(asked))[String(field)];
  return list === undefined ? undefined : fieldsOf(asked, whole(asked, list)['items']);
}

function bodyOf({ document }: Asked, holder: unknown): unknown {
  if (!isNode(holder)) return undefined;
  const places = followed(document, { kind: 'response', pointer: [], node: holder });
  return valueAt(places.at(-1)?.node, ['content', 'application/json', 'schema']);
}

const answerOf = (asked: Asked): unknown => bodyOf(asked, fieldOf(asked.place.node['responses'], '200'));

/** What stands beside a property, or, in the schema of a parameter, beside that in each operation that has it. */
function fieldsBeside({ document, place: { pointer } }: Asked): string[] {
  const holder = pointer.slice(0, -1);
  if (holder.at(-1) === 'properties') return Object.keys(valueAt(document, holder) as Node);
  const parameter = valueAt(document, holder);
  const lists = [...placesOf(document)]
    .filter(({ kind }) => kind === 'operation')
    .map(({ node }) =>
      listOf(node['parameters']).map(
        (node) => followed(document, { kind: 'parameter', pointer: [], node }).at(-1)?.node,
      ),
    )
    .filter((list) => list.includes(parameter as Node));
  const [first = [], ...others] = lists.map((list) => list.map((one) => String(one?.['name'])));
  return first.filter((name) => others.every((list) => list.includes(name)));
}

/** The fields that have to be there, some of them only together with others. */
function requiredFields(asked: Asked): string[] {
  const { required, dependentRequired } = whole(asked, asked.place.node);
  return [required, ...Object.values(isNode(dependentRequired) ? dependentRequired : {})].flat().map(String);
}

/** Those that can be broken. That a field is unique is said by the list, and refused at the field. */
function keywords({ document, place }: Asked): string[] {
  const isSomewhereUnique = [...placesOf(document)].some(({ node }) => 'x-unique' in node);
  return [...Object.keys(whole({ document }, place.node)), ...(isSomewhereUnique ? ['x-unique'] : [])];
}
