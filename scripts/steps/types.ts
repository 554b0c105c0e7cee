// types.d.ts, the document as TypeScript types, webhooks included.
import { astToString } from 'openapi-typescript';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { BANNER } from '../lib/module.ts';
import { tidyComments } from '../lib/types/comments.ts';
import { declarationsOf } from '../lib/types/document.ts';

/** Writes the types of every schema by name, then those of every path, webhook, component and operation. */
export async function types(build: Build): Promise<void> {
  const { named, tables } = await declarationsOf(readBundle(build));
  await writeArtifact(build, 'types.d.ts', BANNER + tidyComments(astToString([...named, ...tables])));
}
