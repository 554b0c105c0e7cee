// `npm run diff`: what changed for callers since the last release, the bump that it needs, and whether the changesets declare it.
import { join } from 'node:path';
import { parse } from 'yaml';
import { findBase } from './diff/base.ts';
import { neededBump } from './diff/change.ts';
import { contractChanges } from './diff/contract.ts';
import { declaredBump } from './lib/changesets.ts';
import { errorChanges } from './diff/errors.ts';
import { exampleChanges } from './diff/examples.ts';
import { extensionChanges } from './diff/extensions.ts';
import { isTooLittle, summary } from './diff/summary.ts';
import { readBundle, writeArtifact, type Build } from './lib/build.ts';
import type { Bundle } from './lib/bundle.ts';
import { readOptions } from './lib/options.ts';
import { Problem } from './lib/problems.ts';
import { run } from './lib/run.ts';
import { bundle } from './steps/bundle.ts';

const { base: wanted } = readOptions('npm run diff -- [--base COMMIT|FILE]', { base: { type: 'string' } });

async function compare(build: Build): Promise<void> {
  const found = findBase(wanted);
  await writeArtifact(build, 'base.yaml', found.text);
  const base = readBase(found.text, found.name);
  const revision = readBundle(build);
  const files = { base: join(build.staging, 'base.yaml'), revision: join(build.staging, 'openapi.json') };
  const changes = [
    ...(await contractChanges({ files, base, revision }, build)),
    ...extensionChanges(base, revision),
    ...errorChanges(base, revision),
    ...exampleChanges(base, revision),
  ];
  const { version } = base.info;
  const verdict = { base: found, version, changes, needed: neededBump(changes, version), declared: declaredBump() };
  console.log(summary(verdict));
  if (!isTooLittle(verdict)) return;
  throw new Problem(
    `The changes need a ${verdict.needed} bump, and the changesets declare ${verdict.declared}. Say what callers gain or have to change:\n` +
      `npm run changeset, and choose ${verdict.needed}.`,
  );
}

function readBase(text: string, name: string): Bundle {
  const document = parse(text) as Partial<Bundle> | null;
  if (document?.info?.version && document.paths && document.components) return document as Bundle;
  throw new Problem(`${name} is no bundled OpenAPI document: it has no info.version, no paths or no components.`);
}

await run(
  [
    ['bundle the document', bundle],
    ['compare it', compare],
  ],
  { silent: true }, // the summary is the output
);
