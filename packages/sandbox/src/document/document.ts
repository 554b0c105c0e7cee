/** The OpenAPI document as the sandbox needs it: what each operation takes, gives and refuses. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import type { endpoints } from '@wallet-operations/openapi/tables';

/** Anything of the document, before anyone has looked at it. */
export type Node = Record<string, unknown>;

/** An operation of the interface, by its operationId. */
export type OperationId = keyof typeof endpoints;

/** Kinds of wallets, as the document words them in `x-wallet-kinds`. A mapped wallet is of its parent's kind. */
export type WalletKind = 'vault' | 'deposit' | 'withdrawal' | 'deposit-withdrawal' | 'delegated';

/** One operation, with what the sandbox asks of it. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
  readonly parameters: readonly Node[];
  /** Schema of the request body, where it takes one, and its place in the document. */
  readonly body: { readonly schema: Node; readonly pointer: string } | undefined;
  readonly resultPointer: string;
  /** Row for anything malformed. */
  readonly refusedAs: string;
  /** Kinds of wallets that may be asked; undefined where the interface names none. */
  readonly kinds: readonly WalletKind[] | undefined;
  readonly takesReadOnlyCode: boolean;
  /** Whether an API code without permission is refused. */
  readonly needsPermission: boolean;
}

const document = bundled as unknown as Node & { paths: Record<string, Record<string, Node>> };

/** Whether a value can be looked into. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, key: string): unknown => (isNode(value) ? value[key] : undefined);

/** The node that a `$ref` points to, or the node itself. */
export function follow(value: unknown): Node {
  let node = isNode(value) ? value : {};
  while (typeof node.$ref === 'string') {
    const target = node.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((found, key) => at(found, key.replaceAll('~1', '/').replaceAll('~0', '~')), document);
    node = isNode(target) ? target : {};
  }
  return node;
}

const jsonSchema = (holder: unknown): unknown => at(at(at(follow(holder), 'content'), 'application/json'), 'schema');

/** Every operation of the document, in its order. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method === 'get' || method === 'post')
    .map(([method, node]): Operation => {
      const pointer = `#/paths/${escape(path)}/${method}`;
      const forbidden = at(at(at(follow(at(node.responses, '403')), 'content'), 'application/json'), 'examples');
      const body = jsonSchema(node.requestBody);
      return {
        operationId: node.operationId as OperationId,
        method: method.toUpperCase(),
        path,
        node,
        parameters: (Array.isArray(node.parameters) ? node.parameters : []).map(follow),
        body: isNode(body)
          ? { schema: body, pointer: `${pointer}/requestBody/content/application~1json/schema` }
          : undefined,
        resultPointer: `${pointer}/responses/200/content/application~1json/schema`,
        refusedAs: String(node['x-refused-as']),
        kinds: node['x-wallet-kinds'] as readonly WalletKind[] | undefined,
        takesReadOnlyCode: JSON.stringify(node.security ?? '').includes('ReadOnlyApiCode'),
        needsPermission: at(forbidden, 'api_secret_not_valid') !== undefined,
      };
    }),
);

function escape(path: string): string {
  return encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** What a currency's memo must be, and the rows that refuse what it is not. */
export interface MemoRule {
  readonly maxLength: number;
  readonly tooLong: string;
  readonly required?: string;
  readonly integer?: string;
}

const { schemas } = document.components as { schemas: Record<string, { properties: Record<string, Node> }> };

/** The memo rules by currency; a currency without one has no memo. */
export const memoRules = schemas.WithdrawalRequest?.properties.memo?.['x-memo-rules'] as Readonly<
  Record<string, MemoRule | undefined>
>;

/** The whole document, for the validator. */
export const wholeDocument: Node = document;
