/** Mutators of parameters and headers: name, place, style, whether they must be there. */
import { child, type Node } from '../document.ts';
import { change, gone, mistyped, other, resolved, type Change, type Mutator } from '../mutator.ts';
import type { Site } from '../sites/site.ts';

/** How a value is written where it stands; only those that OpenAPI knows there. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  path: ['simple', 'label', 'matrix'],
};

const isReference = (node: Node): boolean => typeof node.$ref === 'string';

const serialisation = (node: Node): readonly Change[] => {
  if (isReference(node) || typeof node.in !== 'string') return [];
  const preset = STYLES[node.in]?.[0] ?? (node.in === 'cookie' ? 'form' : 'simple');
  const { style = preset, explode = style === 'form' } = node;
  const another = STYLES[node.in]?.find((one) => one !== style);
  return [
    change(`explode ${String(explode)} → ${String(explode !== true)}`, node, { explode: explode !== true }),
    ...(another ? [change(`style ${String(style)} → ${another}`, node, { style: another })] : []),
    ...(style !== preset && !another ? [change(`style ${String(style)} gone`, node, { style: undefined })] : []),
    ...flags(node),
  ];
};

/** What a header or an encoding says of its writing. */
const written = (node: Node): readonly Change[] => [
  ...(typeof node.explode === 'boolean' ? [other(node, 'explode', !node.explode)] : []),
  ...(typeof node.style === 'string' ? [change(`style ${node.style} gone`, node, { style: undefined })] : []),
  ...flags(node),
];

const flags = (node: Node): readonly Change[] =>
  ['allowReserved', 'allowEmptyValue']
    .filter((keyword) => typeof node[keyword] === 'boolean')
    .map((keyword) => other(node, keyword, node[keyword] !== true));

const parameter = (node: Node): readonly Change[] => {
  if (isReference(node)) return [];
  const name = String(node.name);
  const misspelt = mistyped(name);
  return [
    change(`name ${name} → ${name}_renamed`, node, { name: `${name}_renamed` }),
    ...(misspelt === undefined ? [] : [change(`name ${name} → ${misspelt}`, node, { name: misspelt })]),
    ...(node.in === 'path' ? [] : [required(node)]), // one in the path has to be
    ...elsewhere(node, node),
  ];
};

const required = (node: Node): Change =>
  change(node.required === true ? 'no longer required' : 'required', node, { required: node.required !== true });

const elsewhere = (node: Node, { in: where, ...rest }: Node): readonly Change[] => {
  if (typeof where !== 'string') return [];
  const place = where === 'query' ? 'header' : 'query';
  const says = `in ${where} → in ${place}`;
  return [isReference(node) ? { says, node: { ...rest, in: place } } : change(says, node, { in: place })];
};

/** Of one operation alone, where others share the component. */
const elsewhereHere = (node: Node, { document }: Site): readonly Change[] => {
  const meant = resolved(document, node);
  return meant ? elsewhere(node, meant) : [];
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
