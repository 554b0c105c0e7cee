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
    transform: (schema) => (isBigint(schema as Schema) ? BIGINT : undefined),
  });
  await writeArtifact(build, 'types.d.ts', BANNER + astToString(syntax));
}
