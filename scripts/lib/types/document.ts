// The document as TypeScript declarations, in which each schema, parameter, response and operation has a name of its own.
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import openapiTS, { type OpenAPI3 } from 'openapi-typescript';
import { isBigint } from '../bigints.ts';
import type { Bundle, Schema } from '../bundle.ts';
import { ROOT } from '../paths.ts';
import { Problem } from '../problems.ts';
import { ABSENT, withAlternatives } from './alternatives.ts';
import { withDescriptions } from './descriptions.ts';

const { factory } = ts;

/** What a double cannot hold must not be typed as one. */
const BIGINT = factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
const NEVER = factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);

/** What is added to the names of what is not a schema. */
const SUFFIXES: Readonly<Record<string, string>> = {
  schemas: '',
  responses: 'Response',
  parameters: 'Parameter',
  requestBodies: 'RequestBody',
  headers: 'Header',
  pathItems: 'PathItem',
};

/** A declaration with a name: no interface, or nothing of it could be given to what takes a `Record<string, unknown>`, as loggers do. */
export type Named = ts.TypeAliasDeclaration;

/** The declarations of everything that has a name, then `paths`, `webhooks`, `components` and `operations`, which refer to them. */
export async function declarationsOf(bundle: Bundle): Promise<{ named: Named[]; tables: ts.Node[] }> {
  const tables = await openapiTS(withAlternatives(withDescriptions(bundle)) as unknown as OpenAPI3, {
    cwd: pathToFileURL(`${ROOT}/`),
    defaultNonNullable: false, // a field with a default may be left out of a request
    silent: true,
    transform: (schema) => typeOf(schema as Schema),
  });
  const named: Named[] = [];
  const taken = new Set<string>();
  const lift = (member: ts.TypeElement, suffix: string): ts.TypeElement => {
    if (!ts.isPropertySignature(member) || !member.type || member.type.kind === ts.SyntaxKind.NeverKeyword)
      return member;
    const name = nameOf(textOf(member.name), suffix);
    if (taken.has(name))
      throw new Problem(`Two parts of the document would have the type ${name}. Rename one of them.`);
    taken.add(name);
    named.push(...declare(name, member));
    return factory.createPropertySignature(undefined, member.name, undefined, factory.createTypeReferenceNode(name));
  };
  const lifted = tables.map((table) => {
    if (!ts.isInterfaceDeclaration(table)) return table;
    const members = table.members.map((member) => {
      if (table.name.text === 'operations') return lift(member, 'Operation');
      if (table.name.text !== 'components' || !ts.isPropertySignature(member) || !member.type) return member;
      const suffix = SUFFIXES[textOf(member.name)];
      if (suffix === undefined || !ts.isTypeLiteralNode(member.type)) return member;
      const parts = member.type.members.map((part) => lift(part, suffix));
      return factory.createPropertySignature(undefined, member.name, undefined, factory.createTypeLiteralNode(parts));
    });
    return factory.createInterfaceDeclaration(table.modifiers, table.name, table.typeParameters, undefined, members);
  });
  return { named: named.map((node) => referring(node) as Named), tables: lifted.map(referring) };
}

/** What a declaration or a member of one is called. */
export function textOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}

/** The name of the type of a part of the document. */
export function nameOf(key: string, suffix: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1) + suffix;
}

/** The names that a declaration refers to. */
export function referencesIn(node: ts.Node): string[] {
  const own = ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) ? [node.typeName.text] : [];
  const inside: string[] = [];
  ts.forEachChild(node, (child) => void inside.push(...referencesIn(child)));
  return [...own, ...inside];
}

/** The fields that a type has whatever its alternatives are get a name of their own, or errors would print them all. */
function declare(name: string, member: ts.PropertySignature): Named[] {
  const comments = ts.getSyntheticLeadingComments(member);
  const alias = (of: string, type: ts.TypeNode): Named =>
    ts.setSyntheticLeadingComments(
      factory.createTypeAliasDeclaration([factory.createModifier(ts.SyntaxKind.ExportKeyword)], of, undefined, type),
      comments,
    );
  const type = member.type ?? NEVER;
  const [common, ...alternatives] = ts.isIntersectionTypeNode(type) ? type.types : [];
  if (!common || !ts.isTypeLiteralNode(common)) return [alias(name, type)];
  const fields = `${name}Fields`;
  const whole = factory.createIntersectionTypeNode([factory.createTypeReferenceNode(fields), ...alternatives]);
  return [alias(fields, common), alias(name, whole)];
}

/** `components["schemas"]["X"]` and its like, by name. */
function referring(node: ts.Node): ts.Node {
  const visit = (part: ts.Node): ts.Node => {
    const name = namedBy(part);
    return name === undefined ? ts.visitEachChild(part, visit, undefined) : factory.createTypeReferenceNode(name);
  };
  return visit(node);
}

function namedBy(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType: table, indexType } = node;
  if (!ts.isLiteralTypeNode(indexType) || !ts.isStringLiteral(indexType.literal)) return undefined;
  const key = indexType.literal.text;
  if (ts.isTypeReferenceNode(table)) return (table.typeName as ts.Identifier).text === 'operations' ? nameOf(key, 'Operation') : undefined; // prettier-ignore
  if (!ts.isIndexedAccessTypeNode(table) || !ts.isLiteralTypeNode(table.indexType)) return undefined;
  const suffix = SUFFIXES[(table.indexType.literal as ts.StringLiteral).text];
  return suffix === undefined ? undefined : nameOf(key, suffix);
}

function typeOf(schema: Schema): ts.TypeNode | undefined {
  if (ABSENT in schema) return NEVER;
  return isBigint(schema) ? BIGINT : openNumbers(schema);
}

/** The numbers that have names, and any other: an editor offers the former, the compiler takes both. */
function openNumbers({ 'x-extensible-enum': numbers }: Schema): ts.TypeNode | undefined {
  return (
    numbers &&
    factory.createUnionTypeNode([
      ...numbers.map((number) => factory.createLiteralTypeNode(literal(number))),
      factory.createIntersectionTypeNode([
        factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
        factory.createTypeLiteralNode([]),
      ]),
    ])
  );
}

function literal(number: number): ts.LiteralTypeNode['literal'] {
  const size = factory.createNumericLiteral(Math.abs(number));
  return number < 0 ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, size) : size;
}
