// `npm run release:version`: turns the changesets into the next version, of the document and of all packages, and into CHANGELOG.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '../lib/changesets.ts';
import { ROOT, SOURCE } from '../lib/paths.ts';
import { Problem, reportingProblems } from '../lib/problems.ts';
import { runTool } from '../lib/tool.ts';
import { withSection } from './changelog.ts';
import { documentVersion, packageFolders, readManifest } from './workspaces.ts';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const LOCK = join(ROOT, 'package-lock.json');

await reportingProblems(async () => {
  const changesets = readChangesets().filter(({ bump }) => bump !== 'none');
  if (changesets.length === 0) {
    throw new Problem('There is no changeset, so there is nothing to release: npm run changeset writes one.');
  }
  const before = documentVersion();
  const line = `\n  version: ${before}\n`;
  const document = readFileSync(join(ROOT, SOURCE), 'utf8');
  if (document.split(line).length !== 2)
    throw new Problem(`${SOURCE} has not one line "version: ${before}" to change.`);

  const { signal } = new AbortController();
  const { stderr, stdout } = await runTool('@changesets/cli', 'changeset', ['version'], { cwd: ROOT, signal });
  const { version } = readManifest('generated');
  if (version === before)
    throw new Problem(`changeset version gave no version after ${before}:\n${stderr}${stdout}`.trim());

  writeFileSync(join(ROOT, SOURCE), document.replace(line, `\n  version: ${version}\n`));
  const lock = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, { version?: string }> };
  for (const folder of packageFolders()) {
    const { dependencies } = readManifest(folder); // one package depends on another, of the same version
    Object.assign(lock.packages[folder] ?? {}, { version, ...(dependencies !== undefined && { dependencies }) });
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);

  const changelog = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8') : '';
  writeFileSync(CHANGELOG, withSection(changelog, version, new Date().toISOString().slice(0, 10), changesets));
  console.log(`${before} → ${version}. Look at CHANGELOG.md and commit; once that is on main, tag it v${version}.`);
});
