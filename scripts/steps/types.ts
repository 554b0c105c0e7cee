// types.d.ts, the document as TypeScript types, webhooks included.
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { isBigint } from '../lib/bigints.ts';
import { BANNER } from '../lib/module.ts';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import type { Schema } from '../lib/bundle.ts';
import { ROOT } from '../lib/paths.ts';

/** What a double cannot hold must not be typed as one. */
const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

/** Writes the types of every path, webhook, component and operation. */
export async function types(build: Build): Promise<void> {
  const syntax = await openapiTS(readBundle(build) as unknown as OpenAPI3, {
    cwd: pathToFileURL(`${ROOT}/`),
    defaultNonNullable: false, // a field with a default may be left out of a request
    silent: true,
    transform: (schema) => (isBigint(schema as Schema) ? BIGINT : openNumbers(schema as Schema)),
  });
  await writeArtifact(build, 'types.d.ts', BANNER + astToString(syntax));
}

/** The numbers that have names, and any other: an editor offers the former, the compiler takes both. */
function openNumbers({ 'x-extensible-enum': numbers }: Schema): ts.TypeNode | undefined {
  const { factory } = ts;
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
  const { factory } = ts;
  const size = factory.createNumericLiteral(Math.abs(number));
  return number < 0 ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, size) : size;
}
