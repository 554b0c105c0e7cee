// `npm run docs:site`: makes one website of the docs of all releases, `latest` and each version beside it.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCanonical, liftLlms, writeSitemap } from './docs-site/address.ts';
import { readOptions } from './lib/options.ts';

const USAGE = 'npm run docs:site -- --releases FOLDER --out FOLDER [--url ADDRESS]';

/** A release with its docs in a folder of its own. A version with a hyphen is a trial and never the latest. */
const VERSION = /^v?(\d+\.\d+\.\d+(-[\w.-]+)?)$/;

const { releases, out, url } = readOptions(USAGE, {
  releases: { type: 'string' },
  out: { type: 'string' },
  url: { type: 'string' }, // where it will be published; without it pages name no canonical address, and there is no sitemap
});
if (releases === undefined || out === undefined) fail(`Both folders are needed.\nUsage: ${USAGE}`);
if (url !== undefined && !(/^https?:/.test(url) && URL.canParse(url))) fail(`--url ${url} is no web address.`);
if (existsSync(out)) fail(`${out} exists already: name a folder that does not.`);
if (!existsSync(releases)) fail(`There is no folder ${releases}.`);

const found = readdirSync(releases).map((name) => {
  const version = VERSION.exec(name)?.[1];
  if (version === undefined) fail(`${join(releases, name)} is not named after a version such as v1.2.3.`);
  if (!existsSync(join(releases, name, 'index.html'))) fail(`${join(releases, name)} holds no index.html.`);
  return { name, version };
});
found.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
const latest = found.find(({ version }) => !version.includes('-')) ?? found[0];
if (!latest) fail(`There is no release in ${releases}.`);

mkdirSync(out, { recursive: true });
for (const { name, version } of found) cpSync(join(releases, name), join(out, version), { recursive: true });
cpSync(join(releases, latest.name), join(out, 'latest'), { recursive: true });
writeFileSync(
  join(out, 'index.html'),
  page(
    latest.version,
    found.map(({ version }) => version),
  ),
);
liftLlms(out);
if (url !== undefined) {
  addCanonical(out, url);
  writeSitemap(out, url);
}

function page(newest: string, versions: readonly string[]): string {
  const links = versions.map((version) => `      <li><a href="${version}/">${version}</a></li>`).join('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Wallet Operations: docs of all versions</title>
    <link rel="icon" href="data:," />
    <style>body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }</style>
  </head>
  <body>
    <h1>Wallet Operations</h1>
    <p><a href="latest/">The docs of the latest version</a>, ${newest}</p>
    <h2>All versions</h2>
    <ul>
${links}
    </ul>
  </body>
</html>
`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
