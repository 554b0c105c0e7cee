// openapi.json and openapi.yaml, the whole document in one file each.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { derive, withAnswersOf, type PointedDocument } from '@wallet-operations/answers';
import { stringify } from 'yaml';
import { writeArtifact, type Build } from '../lib/build.ts';
import { SOURCE } from '../lib/paths.ts';
import { fillIn, readPoints, tellAssumed } from '../lib/points.ts';
import { Problem } from '../lib/problems.ts';
import { redocly } from '../lib/redocly.ts';

/** Bundles the document, with its open points and what follows from their values. The YAML is written from the JSON, so that they cannot differ. */
export async function bundle(build: Build): Promise<void> {
  const json = join(build.staging, 'openapi.json');
  const result = await redocly(['bundle', SOURCE, '--output', json], build);
  if (result.exitCode !== 0) throw new Problem(`redocly could not bundle ${SOURCE}:\n${result.stderr.trim()}`);
  const written = JSON.parse(await readFile(json, 'utf8')) as PointedDocument;
  written['x-open-points'] = readPoints();
  derive(written);
  tellAssumed(written['x-open-points']);
  const document = withAnswersOf(written, build.overlay);
  fillIn(document);
  await writeArtifact(build, 'openapi.json', `${JSON.stringify(document, null, 2)}\n`);
  await writeArtifact(
    build,
    'openapi.yaml',
    stringify(document, { aliasDuplicateObjects: false, lineWidth: 120, singleQuote: true, compat: 'yaml-1.1' }),
  );
}
