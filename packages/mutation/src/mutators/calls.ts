/** Mutators of calls: operations, parameters, bodies, statuses, authentication, examples. */
import { child, isNode, nodes, without, type Node } from '../document.ts';
import { change, otherThan, said, type Change, type Mutator } from '../mutator.ts';

const gone = (what: string): readonly Change[] => [{ says: `${what} gone`, node: undefined }];

const paths = (document: Node): readonly Change[] =>
  Object.keys(child(document, 'paths')).map((path) => {
    const other = path.replace(/[^/{}]+(?=(\/\{[^/]*)*$)/, '$&-moved'); // the last segment that is no parameter
    const moved = Object.entries(child(document, 'paths')).map(([name, item]) => [name === path ? other : name, item]);
    return change(`path ${path} → ${other}`, document, { paths: Object.fromEntries(moved) as Node });
  });

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** A receiver that waits for another method never hears of anything. */
const webhookMethods = (document: Node): readonly Change[] => {
  const webhooks = child(document, 'webhooks');
  return Object.keys(webhooks).flatMap((name) =>
    METHODS.filter((method) => method in child(webhooks, name)).map((method) => {
      const { [method]: operation, ...others } = child(webhooks, name);
      const other = method === 'put' ? 'post' : 'put';
      return change(`webhook ${name} ${method} → ${other}`, document, {
        webhooks: { ...webhooks, [name]: { ...others, [other]: operation } },
      });
    }),
  );
};

const deprecated = (node: Node): readonly Change[] =>
  typeof node.$ref === 'string'
    ? []
    : [
        change(node.deprecated === true ? 'no longer deprecated' : 'deprecated', node, {
          deprecated: node.deprecated === true ? undefined : true,
        }),
      ];

/** How a value is written where it stands; only those that OpenAPI knows there. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  path: ['simple', 'label', 'matrix'],
};

const serialisation = (node: Node): readonly Change[] => {
  if (typeof node.$ref === 'string' || typeof node.in !== 'string') return [];
  const [preset = 'simple', ...others] = STYLES[node.in] ?? [];
  const { style = preset, explode = style === 'form' } = node;
  const other = others.find((one) => one !== style);
  return [
    change(`explode ${String(explode)} → ${String(explode !== true)}`, node, { explode: explode !== true }),
    ...(other ? [change(`style ${String(style)} → ${other}`, node, { style: other })] : []),
  ];
};

/** A header that nobody has heard of. */
const headerAdded = (node: Node): readonly Change[] =>
  typeof node.$ref === 'string'
    ? []
    : [
        change('header X-Added', node, {
          headers: { ...child(node, 'headers'), 'X-Added': { schema: { type: 'string' } } },
        }),
      ];

const parameter = (node: Node): readonly Change[] => {
  if (typeof node.$ref === 'string') return [];
  const { name, in: where, required = false } = node;
  const other = where === 'query' ? 'header' : 'query';
  return [
    change(`name ${String(name)} → ${String(name)}_renamed`, node, { name: `${String(name)}_renamed` }),
    ...(where === 'path'
      ? [] // a path parameter must be required, and its template names its place
      : [
          change(required === true ? 'no longer required' : 'required', node, { required: required !== true }),
          change(`in ${String(where)} → in ${other}`, node, { in: other }),
        ]),
  ];
};

/** A component may be used or not, but an entry of a list is a fact. */
const parameterGone = (_: Node, { pointer }: { readonly pointer: readonly string[] }): readonly Change[] =>
  pointer[0] === 'components' ? [] : gone('parameter');

const requestBody = (node: Node): readonly Change[] => [
  ...(typeof node.$ref === 'string'
    ? []
    : [change(node.required === true ? 'no longer required' : 'required', node, { required: node.required !== true })]),
];

const bodyGone = (node: Node): readonly Change[] =>
  isNode(node.requestBody) ? [change('body gone', node, { requestBody: undefined })] : [];

const mediaTypes = (node: Node): readonly Change[] =>
  Object.keys(child(node, 'content')).map((type) => {
    const { [type]: media, ...others } = child(node, 'content');
    return change(`${type} → text/plain`, node, { content: { ...others, 'text/plain': media } });
  });

const responses = (node: Node): readonly Change[] =>
  Object.keys(node).flatMap((status) => {
    const { [status]: response, ...others } = node;
    const other = String(Number(status) + 22);
    return [
      { says: `status ${status} gone`, node: others },
      ...(Number.isInteger(Number(status)) && !(other in node)
        ? [{ says: `status ${status} → ${other}`, node: { ...others, [other]: response } }]
        : []),
    ];
  });

const security = (node: Node, document?: true): readonly Change[] => {
  if (!Array.isArray(node.security)) return [];
  const requirements = nodes(node.security);
  if (requirements.length === 0) return [];
  const where = document ? 'of every operation ' : '';
  return [
    change(`security ${where}gone`, node, { security: [] }),
    ...requirements.flatMap((requirement, i) => [
      ...Object.keys(requirement).map((scheme) =>
        change(`security ${where}without ${scheme}`, node, {
          security: requirements.with(i, without(requirement, scheme)),
        }),
      ),
      ...(Object.keys(requirement).length > 1
        ? [
            change(`security ${where}by any one part`, node, {
              security: requirements.toSpliced(
                i,
                1,
                ...Object.entries(requirement).map(([scheme, scopes]) => ({ [scheme]: scopes })),
              ),
            }),
          ]
        : []),
    ]),
  ];
};

const scheme = (node: Node): readonly Change[] =>
  node.type === 'apiKey'
    ? [
        change(`name ${String(node.name)} → ${String(node.name)}-RENAMED`, node, {
          name: `${String(node.name)}-RENAMED`,
        }),
        change(`in ${String(node.in)} → in ${node.in === 'query' ? 'header' : 'query'}`, node, {
          in: node.in === 'query' ? 'header' : 'query',
        }),
      ]
    : typeof node.scheme === 'string'
      ? [
          change(`scheme ${node.scheme} → ${node.scheme === 'basic' ? 'bearer' : 'basic'}`, node, {
            scheme: node.scheme === 'basic' ? 'bearer' : 'basic',
          }),
        ]
      : [];

const examplesGone = (node: Node): readonly Change[] =>
  Object.keys(child(node, 'examples')).map((name) => {
    const left = without(child(node, 'examples'), name);
    return change(`example ${name} gone`, node, { examples: Object.keys(left).length > 0 ? left : undefined });
  });

/** One leaf under each field of the value: more would only count the size of examples. */
const exampleValues = (node: Node): readonly Change[] => {
  const { value } = node;
  if (!isNode(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const found = firstLeaf(inner, field);
    return found
      ? [
          change(`${found.place} ${said(found.leaf)} → ${said(otherThan(found.leaf))}`, node, {
            value: { ...value, [field]: found.changed },
          }),
        ]
      : [];
  });
};

interface Leaf {
  readonly place: string;
  readonly leaf: unknown;
  readonly changed: unknown;
}

function firstLeaf(value: unknown, place: string): Leaf | undefined {
  if (typeof value !== 'object' || value === null) return { place, leaf: value, changed: otherThan(value) };
  for (const [key, inner] of Object.entries(value)) {
    const found = firstLeaf(inner, `${place}.${key}`);
    if (!found) continue;
    const changed = Array.isArray(value)
      ? (value as unknown[]).with(Number(key), found.changed)
      : { ...value, [key]: found.changed };
    return { ...found, changed };
  }
  return undefined;
}

/** Each mutator of calls. */
export const callMutators: readonly Mutator[] = [
  { kind: 'path', on: 'document', changes: paths },
  { kind: 'security', on: 'document', changes: (node) => security(node, true) },
  {
    kind: 'server',
    on: 'server',
    changes: (node) => [change('elsewhere', node, { url: `${String(node.url)}/elsewhere` })],
  },
  { kind: 'operation', on: 'operation', changes: () => gone('operation') },
  { kind: 'webhook', on: 'webhook', changes: () => gone('webhook') },
  { kind: 'webhook', on: 'document', changes: webhookMethods },
  ...(['operation', 'webhook', 'parameter', 'header'] as const).map((on): Mutator => ({
    kind: 'deprecated',
    on,
    changes: deprecated,
  })),
  { kind: 'security', on: 'operation', changes: (node) => security(node) },
  { kind: 'security scheme', on: 'securityScheme', changes: scheme },
  { kind: 'parameter', on: 'parameter', changes: parameterGone },
  { kind: 'parameter', on: 'parameter', changes: parameter },
  { kind: 'parameter', on: 'parameter', changes: serialisation },
  { kind: 'header', on: 'header', changes: () => gone('header') },
  { kind: 'header', on: 'response', changes: headerAdded },
  { kind: 'body', on: 'operation', changes: bodyGone },
  { kind: 'body', on: 'webhook', changes: bodyGone },
  { kind: 'body', on: 'requestBody', changes: requestBody },
  { kind: 'media type', on: 'requestBody', changes: mediaTypes },
  { kind: 'status', on: 'responses', changes: responses },
  { kind: 'example', on: 'mediaType', changes: examplesGone },
  { kind: 'example value', on: 'example', changes: exampleValues },
];
