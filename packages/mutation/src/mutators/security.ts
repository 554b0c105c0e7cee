/** Mutators of authentication and servers: what a call needs, how it proves it, and where it goes. */
import { at, child, isNode, isSame, names, nodes, without, type Node, type Pointer } from '../document.ts';
import { change, mistyped, other, type Change, type Mutator } from '../mutator.ts';
import { remembered } from '../remembered.ts';
import { ADDITIONAL, methodsOf, operationsOf } from '../sites/operations.ts';
import { OPERATION_SORTS, type Site } from '../sites/site.ts';
import { sitesOf } from '../sites/sites.ts';

/** Whether each operation says for itself what it needs, one that is called back among them. */
const isOwnEverywhere = remembered((document) =>
  sitesOf(document).every(
    ({ sort, node }) => !OPERATION_SORTS.some((one) => one === sort) || Array.isArray(node.security),
  ),
);

/** Whether anybody may: there is no requirement, or each of them asks for nothing. */
function isOpen({ security }: Node): boolean {
  return nodes(security).every((requirement) => Object.keys(requirement).length === 0);
}

const security = (node: Node, ofAll: boolean, document: Node): readonly Change[] => {
  if (!Array.isArray(node.security)) return [];
  const where = ofAll ? 'of every operation ' : '';
  const all = nodes(node.security);
  const requirements = all.filter((one, i) => all.findIndex((other) => isSame(one, other)) === i); // some say one twice
  if (ofAll && isOwnEverywhere(document)) return []; // nobody reads it
  if (isOpen(node))
    return isOpen(document) ? [] : [change('security as of every operation', node, { security: undefined })];
  return [
    change(`security ${where}gone`, node, { security: [] }),
    ...requirements.flatMap((requirement, i) => {
      const anew = (...parts: readonly Node[]): Node => ({ security: requirements.toSpliced(i, 1, ...parts) });
      const schemes = Object.entries(requirement);
      return [
        ...(requirements.length > 1 && schemes.length !== 1
          ? [change(`security ${where}without alternative ${String(i)}`, node, anew())]
          : []),
        // What is left when the only part of an alternative goes is `{}`: anybody may, as when all is gone.
        ...schemes
          .map(([scheme]) => ({ scheme, left: anew(without(requirement, scheme)) }))
          .filter(({ left }) => !isOpen(left))
          .map(({ scheme, left }) => change(`security ${where}without ${scheme}`, node, left)),
        ...(schemes.length > 1
          ? [
              change(
                `security ${where}by any one part`,
                node,
                anew(...schemes.map(([scheme, scopes]) => ({ [scheme]: scopes }))),
              ),
            ]
          : []),
        ...schemes.flatMap(([scheme, scopes]) => [
          ...names(scopes).map((scope) =>
            change(
              `security ${where}by ${scheme} without ${scope}`,
              node,
              anew({ ...requirement, [scheme]: names(scopes).filter((one) => one !== scope) }),
            ),
          ),
        ]),
      ];
    }),
  ];
};

/** What a scheme of any type may have. */
function kept(node: Node): Node {
  return Object.fromEntries(
    Object.entries(node).filter(([key]) => ['description', 'deprecated'].includes(key) || key.startsWith('x-')),
  );
}

const scheme = (node: Node): readonly Change[] => {
  const { type, name, in: where, scheme: how, openIdConnectUrl: url } = node;
  return [
    ...(typeof type === 'string'
      ? [
          type === 'http'
            ? {
                says: 'type http → apiKey',
                node: { ...kept(node), type: 'apiKey', in: 'header', name: 'Authorization' },
              }
            : { says: `type ${type} → http`, node: { ...kept(node), type: 'http', scheme: 'bearer' } },
        ]
      : []),
    ...(type === 'apiKey'
      ? [
          change(`name ${String(name)} → ${String(name)}-RENAMED`, node, { name: `${String(name)}-RENAMED` }),
          ...letters(node, 'name'),
          change(`in ${String(where)} → in ${where === 'query' ? 'header' : 'query'}`, node, {
            in: where === 'query' ? 'header' : 'query',
          }),
        ]
      : []),
    ...(typeof how === 'string'
      ? [
          change(`scheme ${how} → ${how === 'basic' ? 'bearer' : 'basic'}`, node, {
            scheme: how === 'basic' ? 'bearer' : 'basic',
            ...(how !== 'basic' && { bearerFormat: undefined }), // there is none of it
          }),
        ]
      : []),
    ...(typeof node.bearerFormat === 'string' ? [change('bearerFormat gone', node, { bearerFormat: undefined })] : []),
    ...(typeof url === 'string' ? [other(node, 'openIdConnectUrl', `${url}/elsewhere`)] : []),
    ...flows(node),
  ];
};

const letters = (node: Node, field: string): readonly Change[] => {
  const text = String(node[field]);
  const another = mistyped(text);
  return another === undefined ? [] : [change(`${field} ${text} → ${another}`, node, { [field]: another })];
};

/** What an OAuth 2 flow says: that it is there, where it goes, and what it can grant. */
const flows = (node: Node): readonly Change[] => {
  const all = child(node, 'flows');
  return Object.entries(all).flatMap(([flow, said]) => {
    if (!isNode(said)) return [];
    const anew = (fields: Node): Node => ({ flows: { ...all, [flow]: { ...said, ...fields } } });
    const scopes = child(said, 'scopes');
    return [
      // Without any there is no scheme.
      ...(Object.values(all).filter(isNode).length > 1
        ? [change(`flow ${flow} gone`, node, { flows: without(all, flow) })]
        : []),
      ...anotherFlow(node, all, flow, said),
      ...Object.keys(said)
        .filter((field) => field.endsWith('Url'))
        .map((field) =>
          change(`flow ${flow} ${field} elsewhere`, node, anew({ [field]: `${String(said[field])}/elsewhere` })),
        ),
      ...Object.keys(scopes).map((scope) =>
        change(`flow ${flow} without scope ${scope}`, node, anew({ scopes: without(scopes, scope) })),
      ),
    ];
  });
};

/** By flow, another one, and what it wants beside the scopes. */
const OTHER_FLOW: Readonly<Record<string, readonly [flow: string, ...urls: readonly string[]]>> = {
  implicit: ['authorizationCode', 'authorizationUrl', 'tokenUrl'],
  password: ['clientCredentials', 'tokenUrl'],
  clientCredentials: ['password', 'tokenUrl'],
  authorizationCode: ['implicit', 'authorizationUrl'],
  deviceAuthorization: ['clientCredentials', 'tokenUrl'],
};

/** The same by another flow. One that lacks an address has it where the other address is. */
const anotherFlow = (node: Node, all: Node, flow: string, said: Node): readonly Change[] => {
  const [another, ...urls] = OTHER_FLOW[flow] ?? [];
  if (another === undefined || another in all) return [];
  const known = Object.entries(said).filter(([field]) => !field.endsWith('Url') || field === 'refreshUrl');
  const fields = urls.map((field) => [field, said[field] ?? said.authorizationUrl]);
  const anew = Object.fromEntries([...known, ...fields]) as Node;
  return [change(`flow ${flow} → ${another}`, node, { flows: { ...without(all, flow), [another]: anew } })];
};

/** Whether each operation of a path item has servers of its own. */
const haveServers = (item: unknown): boolean => methodsOf(item).every(({ node }) => Array.isArray(node.servers));

/** Whether each operation, or a path item that leads to it, has: then nobody asks for those of the document. */
const isServedEverywhere = remembered((document) =>
  operationsOf(document)
    .filter(({ isWebhook }) => !isWebhook)
    .every(({ node, item, by }) =>
      [node, at(document, item), at(document, by)].some((one) => isNode(one) && Array.isArray(one.servers)),
    ),
);

/** Whether nobody asks for the servers at a place: each operation below it has others. */
const isUnread = (document: Node, way: Pointer): boolean => {
  if (way.length === 0) return isServedEverywhere(document);
  const item = way.length === 2 && way[0] === 'paths' ? at(document, way) : undefined;
  return methodsOf(item).length > 0 && haveServers(item);
};

const server = (node: Node, site: Site): readonly Change[] =>
  isUnread(site.document, site.pointer.slice(0, -2))
    ? []
    : [
        change('elsewhere', node, { url: `${String(node.url)}/elsewhere` }),
        ...Object.entries(child(node, 'variables')).flatMap(([name, variable]) => {
          if (!isNode(variable)) return [];
          const all = child(node, 'variables');
          const anew = (fields: Node): Node => ({ variables: { ...all, [name]: { ...variable, ...fields } } });
          return [
            change(`variable ${name} gone`, node, {
              url: String(node.url).replaceAll(`{${name}}`, String(variable.default)), // nothing would stand for it
              variables: Object.keys(all).length > 1 ? without(all, name) : undefined,
            }),
            change(`variable ${name} by default another`, node, anew(otherDefault(variable))),
            ...names(variable.enum)
              .filter((value) => value !== variable.default)
              .map((value) =>
                change(
                  `variable ${name} without ${value}`,
                  node,
                  anew({ enum: names(variable.enum).filter((one) => one !== value) }),
                ),
              ),
          ];
        }),
      ];

/** Another default is one of the values, if these are listed. */
function otherDefault({ default: preset, enum: values }: Node): Node {
  const another = names(values).find((one) => one !== preset) ?? `${String(preset)}x`;
  return { default: another, ...(names(values).length > 0 && !names(values).includes(another) && { enum: [another] }) };
}

/** A list of servers that replaces the one above it. */
const serversGone = (node: Node, site: Site): readonly Change[] =>
  Array.isArray(node.servers) &&
  !isUnread(site.document, site.pointer) &&
  !isSame(meantBy(node.servers), meantBy(serversAbove(site)))
    ? [change('servers gone', node, { servers: undefined })]
    : [];

/** The servers that are asked where a site has none of its own. */
function serversAbove({ sort, pointer, document }: Site): unknown {
  if (sort === 'document') return undefined;
  const item =
    sort === 'operation' ? at(document, pointer.slice(0, pointer.at(-2) === ADDITIONAL ? -2 : -1)) : undefined;
  return isNode(item) && Array.isArray(item.servers) ? item.servers : document.servers;
}

/** What a list of servers comes to: no list, and one of none, is the place where the document lies. */
function meantBy(servers: unknown): readonly Node[] {
  const list = nodes(servers).map(({ url, variables }) => ({ url, variables }));
  return list.length > 0 ? list : [{ url: '/', variables: undefined }];
}

/** Each mutator of authentication and servers. */
export const securityMutators: readonly Mutator[] = [
  { kind: 'security', on: 'document', changes: (node) => security(node, true, node) },
  ...OPERATION_SORTS.map((on): Mutator => ({
    kind: 'security',
    on,
    changes: (node, { document }) => security(node, false, document),
  })),
  { kind: 'security scheme', on: 'securityScheme', changes: scheme },
  { kind: 'server', on: 'server', changes: server },
  ...(['document', 'path', 'operation'] as const).map((on): Mutator => ({ kind: 'server', on, changes: serversGone })),
];
