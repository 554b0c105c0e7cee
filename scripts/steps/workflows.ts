// workflows.arazzo.yaml, the workflows beside the document that they call, with its version.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import { parseDocument } from 'yaml';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { endpointsOf } from '../lib/bundle.ts';
import { ROOT, WORKFLOWS } from '../lib/paths.ts';
import { filled } from '../lib/points.ts';
import { refuse, type Finding } from '../lib/problems.ts';
import { redoclyLint } from '../lib/redocly.ts';

/** Writes the workflows. Refuses what breaks a rule of Arazzo, and a step whose operation the document does not have. */
export async function workflows(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const text = filled(await readFile(join(ROOT, WORKFLOWS), 'utf8'), pointsOf(bundle as unknown as PointedDocument));
  const known = new Set(endpointsOf(bundle).map(({ operation }) => operation.operationId));
  refuse([...(await redoclyLint(WORKFLOWS, build)), ...strangers(text, known)]);

  const document = parseDocument(text);
  document.setIn(['info', 'version'], bundle.info.version);
  await writeArtifact(build, 'workflows.arazzo.yaml', document.toString({ lineWidth: 120, singleQuote: true }));
}

/** Redocly's rules do not look into the document that the workflows call. */
function strangers(text: string, known: ReadonlySet<string>): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const operationId = /^\s*operationId: (\S+)/.exec(line)?.[1];
    if (operationId === undefined || known.has(operationId)) return [];
    const message = `The document has no operation ${operationId}. Name one of its own.`;
    return [{ where: `${WORKFLOWS}:${String(index + 1)}:1`, rule: 'workflows', message }];
  });
}
