/** Mutators of parameters and headers: name, place, style, whether they must be there. */
import { child, nodes, without, type Node } from '../document.ts';
import { change, gone, mistyped, other, resolved, set, type Change, type Fields, type Mutator } from '../mutator.ts';
import type { Site } from '../sites/site.ts';
import { typesOf } from './schemas/types.ts';
import { hasWholeQuery, isTaken } from './taken.ts';

/** How a value is written where it stands; only those that OpenAPI knows there. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  cookie: ['form'],
};

const isReference = (node: Node): boolean => typeof node.$ref === 'string';

const serialisation = (node: Node, { document }: Site): readonly Change[] => {
  if (isReference(node) || typeof node.in !== 'string') return [];
  if ('content' in node) return flags(node); // its media type says how it is written
  const [preset = 'simple', ...others] = STYLES[node.in] ?? [];
  const { style = preset, explode = style === 'form' } = node;
  const isOne = isScalar(node, document);
  // Of one value there is nothing to take apart, and nothing to delimit.
  const another = isOne && node.in === 'query' ? undefined : [preset, ...others].find((one) => one !== style);
  return [
    ...(isOne
      ? []
      : [change(`explode ${String(explode)} → ${String(explode !== true)}`, node, { explode: explode !== true })]),
    ...(another ? [change(`style ${String(style)} → ${another}`, node, { style: another })] : []),
    ...(style !== preset && !another ? [change(`style ${String(style)} gone`, node, { style: undefined })] : []),
    ...flags(node),
  ];
};

/** Whether it is a text, a number or a flag, and nothing that has parts. */
function isScalar(node: Node, document: Node): boolean {
  return isOfScalars(child(node, 'schema'), document, 0);
}

/** Whether a schema says so, by its type, its values, or the schemas that it is made of. */
function isOfScalars(schema: Node, document: Node, depth: number): boolean {
  if (depth > 9) return false;
  const types = typesOf(schema);
  if (types.length > 0) return !types.includes('array') && !types.includes('object');
  const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
  if (Array.isArray(values)) return values.every((value) => typeof value !== 'object' || value === null);
  const is = (one: Node | undefined): boolean => one !== undefined && isOfScalars(one, document, depth + 1);
  if (is(resolved(document, schema)) || nodes(schema.allOf).some(is)) return true;
  return ['anyOf', 'oneOf'].some((keyword) => nodes(schema[keyword]).length > 0 && nodes(schema[keyword]).every(is));
}

/** What a header or an encoding says of its writing. */
const written = (node: Node, { sort, document }: Site): readonly Change[] => [
  ...(typeof node.explode === 'boolean' && !isScalar(node, document) ? [other(node, 'explode', !node.explode)] : []),
  ...(typeof node.style === 'string' && sort !== 'header' // which knows one style
    ? [change(`style ${node.style} gone`, node, { style: undefined })]
    : []),
  ...flags(node),
];

const flags = (node: Node): readonly Change[] =>
  ['allowReserved', 'allowEmptyValue']
    .filter((keyword) => typeof node[keyword] === 'boolean')
    .map((keyword) => other(node, keyword, node[keyword] !== true));

const parameter = (node: Node, site: Site): readonly Change[] => {
  if (isReference(node)) return [];
  if (node.in === 'path') return []; // its path has the name, too, and changes it
  const name = String(node.name);
  const misspelt = mistyped(name);
  let anew = `${name}_renamed`;
  while (isTaken(site, node.in, anew)) anew += '_again';
  return [
    change(`name ${name} → ${anew}`, node, { name: anew }),
    ...(misspelt === undefined || isTaken(site, node.in, misspelt)
      ? []
      : [change(`name ${name} → ${misspelt}`, node, { name: misspelt })]),
    required(node),
    ...elsewhere(node, node, site),
  ];
};

const required = (node: Node): Change =>
  change(node.required === true ? 'no longer required' : 'required', node, { required: node.required !== true });

const elsewhere = (node: Node, meant: Node, site: Site): readonly Change[] => {
  const { in: where, name, style } = meant;
  if (typeof where !== 'string' || where === 'path') return [];
  const places = where !== 'querystring' && hasWholeQuery(site) ? ['header', 'cookie'] : ['query', 'header', 'cookie'];
  const place = places.find((one) => one !== where && !isTaken(site, one, String(name)));
  if (place === undefined) return [];
  const says = `in ${where} → in ${place}`;
  const fields: Fields = {
    in: place,
    ...(typeof style === 'string' && !STYLES[place]?.includes(style) && { style: undefined }),
    ...(place !== 'query' && { allowReserved: undefined, allowEmptyValue: undefined }),
  };
  return [
    isReference(node)
      ? { says, node: set({ ...meant, ...without(node, '$ref') }, fields) }
      : change(says, node, fields),
  ];
};

/** Of one operation alone, where others share the component. */
const elsewhereHere = (node: Node, site: Site): readonly Change[] => {
  const meant = resolved(site.document, node);
  return meant ? elsewhere(node, meant, site) : [];
};

/** A component may be used or not, but an entry of a list or a map is a fact. One in the path has to be there. */
const parameterGone = (node: Node, site: Site): readonly Change[] =>
  isComponent(site) || (resolved(site.document, node) ?? node).in === 'path' ? [] : gone('parameter');

const headerGone = (_: Node, site: Site): readonly Change[] => (isComponent(site) ? [] : gone('header'));

function isComponent({ pointer }: Site): boolean {
  return pointer[0] === 'components' && pointer.length === 3;
}

const headerRequired = (node: Node): readonly Change[] => (typeof node.required === 'boolean' ? [required(node)] : []);

/** A header that nobody has heard of. */
const headerAdded = (node: Node): readonly Change[] =>
  isReference(node)
    ? []
    : [
        change(`header ${unheardOf(node)}`, node, {
          headers: { ...child(node, 'headers'), [unheardOf(node)]: { schema: { type: 'string' } } },
        }),
      ];

function unheardOf(node: Node): string {
  const taken = new Set(Object.keys(child(node, 'headers')).map((name) => name.toLowerCase()));
  let name = 'X-Added';
  while (taken.has(name.toLowerCase())) name += '-Again';
  return name;
}

/** Each mutator of parameters and headers. */
export const parameterMutators: readonly Mutator[] = [
  { kind: 'parameter', on: 'parameter', changes: parameterGone },
  { kind: 'parameter', on: 'parameter', changes: parameter },
  { kind: 'parameter', on: 'parameter', changes: elsewhereHere },
  { kind: 'parameter', on: 'parameter', changes: serialisation },
  { kind: 'header', on: 'header', changes: headerGone },
  { kind: 'header', on: 'header', changes: headerRequired },
  { kind: 'header', on: 'header', changes: written },
  { kind: 'header', on: 'response', changes: headerAdded },
  { kind: 'encoding', on: 'encoding', changes: written },
];
