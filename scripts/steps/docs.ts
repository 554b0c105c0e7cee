// docs/, the reference as one page that asks no other server for anything, as static pages, and with the document beside it.
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { ROOT } from '../lib/paths.ts';
import { Problem } from '../lib/problems.ts';
import { redocly } from '../lib/redocly.ts';
import { docsDocument } from './docs/document.ts';
import { finished, loadsFromElsewhere } from './docs/page.ts';
import { withOwnWays } from './docs/redoc.ts';
import { staticFiles } from './docs/static/index.ts';

/** Builds the page and refuses it if it would still load anything from elsewhere. */
export async function docs(build: Build): Promise<void> {
  const [page] = await Promise.all([rendered(build), writeStatic(build)]); // the one waits for a process meanwhile
  const html = finished(withOwnWays(page));
  const loads = loadsFromElsewhere(html);
  if (loads.length > 0) {
    const mend = 'Take it out of the document or, if it is Redoc, replace it in scripts/steps/docs/page.ts';
    throw new Problem(
      `The docs page would load from another server. ${mend}:\n\n  ${loads.join('\n  ')}`,
      loads.length,
    );
  }
  await writeArtifact(build, 'docs/index.html', html);
  for (const file of ['openapi.yaml', 'openapi.json']) {
    await copyFile(join(build.staging, file), join(build.staging, 'docs', file));
  }
  const changelog = join(ROOT, 'CHANGELOG.md'); // there is none before the first release
  if (existsSync(changelog)) await copyFile(changelog, join(build.staging, 'docs', 'CHANGELOG.md'));
}

async function writeStatic(build: Build): Promise<void> {
  const files = staticFiles(readBundle(build));
  await Promise.all(Array.from(files, ([path, text]) => writeArtifact(build, `docs/${path}`, text)));
}

/** The page as Redoc makes it. What it is made of leaves the staging folder again, or it would be published. */
async function rendered(build: Build): Promise<string> {
  const folder = await mkdtemp(join(build.staging, 'docs-'));
  const source = join(folder, 'document.json');
  const page = join(folder, 'page.html');
  try {
    await writeFile(source, JSON.stringify(docsDocument(readBundle(build))));
    const result = await redocly(['build-docs', source, '--inlineBundle', '--output', page], build);
    if (result.exitCode !== 0) throw new Problem(`redocly could not build the docs:\n${result.stderr.trim()}`);
    return await readFile(page, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
