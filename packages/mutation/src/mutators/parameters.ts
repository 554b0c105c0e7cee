/** Mutators of parameters and headers: name, place, style, whether they must be there. */
import { child, without, type Node } from '../document.ts';
import { change, gone, mistyped, other, resolved, set, type Change, type Fields, type Mutator } from '../mutator.ts';
import type { Site } from '../sites/site.ts';
import { typesOf } from './schemas/types.ts';
import { isTaken } from './taken.ts';

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
  let schema = child(node, 'schema');
  for (let i = 0; i < 9 && typeof schema.$ref === 'string'; i++) schema = resolved(document, schema) ?? {};
  const types = typesOf(schema);
  return types.length > 0 && !types.includes('array') && !types.includes('object');
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
  const name = String(node.name);
  const misspelt = mistyped(name);
  let anew = `${name}_renamed`;
  while (isTaken(site, node.in, anew)) anew += '_again';
  return [
    change(`name ${name} → ${anew}`, node, { name: anew }),
    ...(misspelt === undefined || isTaken(site, node.in, misspelt)
      ? []
      : [change(`name ${name} → ${misspelt}`, node, { name: misspelt })]),
    ...(node.in === 'path' ? [] : [required(node)]), // one in the path has to be
    ...elsewhere(node, node, site),
  ];
};

const required = (node: Node): Change =>
  change(node.required === true ? 'no longer required' : 'required', node, { required: node.required !== true });

const elsewhere = (node: Node, meant: Node, site: Site): readonly Change[] => {
  const { in: where, name, style } = meant;
  if (typeof where !== 'string') return [];
  const place = ['query', 'header', 'cookie'].find((one) => one !== where && !isTaken(site, one, String(name)));
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

/** A component may be used or not, but an entry of a list is a fact. */
const parameterGone = (_: Node, { pointer }: Site): readonly Change[] =>
  pointer[0] === 'components' && pointer[1] === 'parameters' ? [] : gone('parameter');

const headerRequired = (node: Node): readonly Change[] => (typeof node.required === 'boolean' ? [required(node)] : []);

/** A header that nobody has heard of. */
const headerAdded = (node: Node): readonly Change[] =>
  isReference(node)
    ? []
    : [
        change('header X-Added', node, {
          headers: { ...child(node, 'headers'), 'X-Added': { schema: { type: 'string' } } },
        }),
      ];

/** Each mutator of parameters and headers. */
export const parameterMutators: readonly Mutator[] = [
  { kind: 'parameter', on: 'parameter', changes: parameterGone },
  { kind: 'parameter', on: 'parameter', changes: parameter },
  { kind: 'parameter', on: 'parameter', changes: elsewhereHere },
  { kind: 'parameter', on: 'parameter', changes: serialisation },
  { kind: 'header', on: 'header', changes: () => gone('header') },
  { kind: 'header', on: 'header', changes: headerRequired },
  { kind: 'header', on: 'header', changes: written },
  { kind: 'header', on: 'response', changes: headerAdded },
  { kind: 'encoding', on: 'encoding', changes: written },
];
