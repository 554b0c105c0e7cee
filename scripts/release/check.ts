// `npm run release:check -- TAG`: whether the commit of a tag may be released.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '../lib/changesets.ts';
import { ROOT } from '../lib/paths.ts';
import { Problem, reportingProblems } from '../lib/problems.ts';
import { releaseProblems } from './rules.ts';
import { documentVersion, packageFolders, readManifest } from './workspaces.ts';

const [tag, ...others] = process.argv.slice(2);
if (!tag || others.length > 0) {
  console.error('Usage: npm run release:check -- TAG, such as v0.2.0');
  process.exit(1);
}
await reportingProblems(() => {
  const changelog = join(ROOT, 'CHANGELOG.md');
  const problems = releaseProblems(tag, {
    version: documentVersion(),
    manifests: packageFolders().map(readManifest),
    changelog: existsSync(changelog) ? readFileSync(changelog, 'utf8') : '',
    pending: readChangesets().length,
  });
  if (problems.length > 0) throw new Problem(problems.join('\n'));
});
