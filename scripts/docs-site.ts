// `npm run docs:site`: makes one website of the docs of all releases, `latest` and each version beside it.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { liftLlms, writeSitemap } from './docs-site/address.ts';
import { withBar } from './docs-site/bar.ts';
import { changelogPage, frontPage } from './docs-site/pages.ts';
import { latestOf, placesOf, releasesIn } from './docs-site/releases.ts';
import { readOptions } from './lib/options.ts';
import { Problem, reportingProblems } from './lib/problems.ts';

const USAGE = 'npm run docs:site -- --releases FOLDER --out FOLDER [--url ADDRESS]';

const options = readOptions(USAGE, {
  releases: { type: 'string' },
  out: { type: 'string' },
  url: { type: 'string' }, // where it will be published; without it canonical addresses are relative, and there is no sitemap
});

await reportingProblems(() => {
  const { releases: folder, out, url } = options;
  if (folder === undefined || out === undefined) throw new Problem(`Both folders are needed.\nUsage: ${USAGE}`);
  if (existsSync(out)) throw new Problem(`${out} exists already: name a folder that does not.`);
  if (url !== undefined && !(/^https?:/.test(url) && URL.canParse(url)))
    throw new Problem(`--url ${url} is no web address.`);
  const releases = releasesIn(folder);
  const latest = latestOf(releases);

  mkdirSync(out, { recursive: true });
  for (const [at, release] of [...releases.map((one) => [one.version, one] as const), ['latest', latest] as const]) {
    cpSync(release.folder, join(out, at), { recursive: true });
    for (const page of release.pages) {
      const file = join(out, at, page);
      writeFileSync(file, withBar(readFileSync(file, 'utf8'), { release, latest, releases, page, at, url }));
    }
  }
  const places = Object.fromEntries(releases.map((release) => [release.version, placesOf(release)]));
  const script = readFileSync(join(import.meta.dirname, 'docs-site', 'switch.js'), 'utf8');
  writeFileSync(join(out, 'versions.js'), `const PLACES = ${JSON.stringify(places)};\n${script}`);
  writeFileSync(join(out, 'changelog.html'), changelogPage(releases));
  writeFileSync(join(out, 'index.html'), frontPage(latest, releases, url));
  liftLlms(out);
  if (url !== undefined) writeSitemap(out, url, latest.pages);
});
