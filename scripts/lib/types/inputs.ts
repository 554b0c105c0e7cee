// What each operation takes, as one object with a name: parameters of the path and the query, and the fields of the body, side by side.
import ts from 'typescript';
import { isBigint } from '../bigints.ts';
import { resolve, type Bundle, type Endpoint, type Referable, type Schema } from '../bundle.ts';
import { Problem } from '../problems.ts';
import { isUnion } from './alternatives.ts';
import { nameOf, textOf, type Named } from './document.ts';

const { factory } = ts;
const WALLET = 'WALLET_ID';
const NO_INPUT = 'NoInput';

/** The types of one operation. */
export interface Signature {
  /** What a client takes, by name. */
  readonly input: string;
  /** What one wallet takes; undefined where the operation has no wallet. */
  readonly ofWallet: string | undefined;
  /** Whether both may be left out. */
  readonly isOptional: { readonly input: boolean; readonly ofWallet: boolean };
  /** What it gives, by name. */
  readonly result: string;
  /** The schemas that have the names of body and result. */
  readonly schemas: readonly string[];
  readonly declarations: readonly (ts.InterfaceDeclaration | ts.TypeAliasDeclaration)[];
}

/** The types of an operation, of the declarations of the document. */
export function signatureOf(bundle: Bundle, endpoint: Endpoint, named: readonly Named[]): Signature {
  const { operationId } = endpoint.operation;
  const members = parametersOf(bundle, endpoint, named);
  const wallet = members.filter((member) => textOf(member.name) === WALLET);
  const others = members.filter((member) => !wallet.includes(member));
  const body = bodyOf(bundle, endpoint);
  const result = schemaName(operationId, 'result', resultOf(bundle, endpoint));

  const own =
    others.length > 0
      ? [
          said(
            `What \`${operationId}\` takes${wallet.length > 0 ? ' of a wallet' : ''}, but for a body.`,
            declare(nameOf(operationId, wallet.length > 0 ? 'Parameters' : 'Input'), others),
          ),
        ]
      : [];
  const parts = [...own.map(({ name }) => name.text), ...(body ? [body.name] : [])];
  const isOptional = !body?.isRequired && others.every(({ questionToken }) => questionToken);
  const together = parts.join(' & ') || NO_INPUT;
  const schemas = [...(body ? [body.name] : []), result];
  if (wallet.length === 0)
    return { input: together, ofWallet: undefined, isOptional: { input: isOptional, ofWallet: false }, result, schemas, declarations: own }; // prettier-ignore

  const input = nameOf(operationId, 'Input');
  const full = said(
    `What \`${operationId}\` takes, side by side: the wallet, further parameters, and the fields of a body.`,
    body?.isUnion ? joined(input, parts, wallet) : declare(input, wallet, parts),
  );
  return { input, ofWallet: together, isOptional: { input: false, ofWallet: isOptional }, result, schemas, declarations: [...own, full] }; // prettier-ignore
}

/** The parameters as the document's types have them; a number will do for a bigint, as long as it is exact. */
function parametersOf(
  bundle: Bundle,
  { operation, parameters }: Endpoint,
  named: readonly Named[],
): ts.PropertySignature[] {
  const declaration = named.find(({ name }) => name.text === nameOf(operation.operationId, 'Operation'));
  const all = membersOf(membersOf(declaration?.type).find(({ name }) => textOf(name) === 'parameters')?.type);
  const inPlace = (place: string) => membersOf(all.find(({ name }) => textOf(name) === place)?.type);
  return [...inPlace('path'), ...inPlace('query')].map((member) => {
    const schema = parameters.find(({ name }) => name === textOf(member.name))?.schema;
    if (!schema || !isBigint(resolve<Schema>(bundle, schema))) return member;
    const keywords = [ts.SyntaxKind.BigIntKeyword, ts.SyntaxKind.NumberKeyword] as const;
    const type = factory.createUnionTypeNode(keywords.map((kind) => factory.createKeywordTypeNode(kind)));
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  });
}

function membersOf(type: ts.TypeNode | undefined): ts.PropertySignature[] {
  return type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
}

function bodyOf(
  bundle: Bundle,
  { operation }: Endpoint,
): { name: string; isUnion: boolean; isRequired: boolean } | undefined {
  if (!operation.requestBody) return undefined;
  const { content, required = false } = resolve(bundle, operation.requestBody);
  const schema = content?.['application/json']?.schema;
  const name = schemaName(operation.operationId, 'body', schema);
  return { name, isUnion: schema !== undefined && isUnion(resolve<Schema>(bundle, schema)), isRequired: required };
}

function resultOf(bundle: Bundle, { operation }: Endpoint): Referable<Schema> | undefined {
  const response = operation.responses['200'];
  return response && resolve(bundle, response).content?.['application/json']?.schema;
}

function schemaName(operationId: string, what: string, schema: Referable<Schema> | undefined): string {
  const name = schema && '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
  if (name === undefined)
    throw new Problem(
      `The ${what} of ${operationId} has no name. Put its schema into openapi/schemas/, and refer to it.`,
    );
  return name;
}

/** A declaration with a comment. */
const said = <T extends ts.Node>(text: string, node: T): T =>
  ts.addSyntheticLeadingComment(node, ts.SyntaxKind.MultiLineCommentTrivia, `* ${text} `, true);

const EXPORTED = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];

function declare(
  name: string,
  members: readonly ts.TypeElement[],
  bases: readonly string[] = [],
): ts.InterfaceDeclaration {
  const types = bases.map((base) =>
    factory.createExpressionWithTypeArguments(factory.createIdentifier(base), undefined),
  );
  const heritage = factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, types);
  return factory.createInterfaceDeclaration(
    EXPORTED,
    name,
    undefined,
    bases.length > 0 ? [heritage] : undefined,
    members,
  );
}

/** No interface extends a union. */
function joined(name: string, bases: readonly string[], members: readonly ts.TypeElement[]): ts.TypeAliasDeclaration {
  const parts = bases.map((base) => factory.createTypeReferenceNode(base));
  const all = factory.createIntersectionTypeNode([...parts, factory.createTypeLiteralNode(members)]);
  return factory.createTypeAliasDeclaration(EXPORTED, name, undefined, all);
}
