// The pages of the site that belong to no release: its front, and what changed for callers in each version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Release } from './releases.ts';

/** Where everybody arrives. */
export function frontPage(latest: Release, releases: readonly Release[], url: string | undefined): string {
  const links = releases.map(({ version }) => `<li><a href="${version}/">${version}</a></li>`).join('\n      ');
  return framed(
    'Wallet Operations: docs of all versions',
    `<h1>Wallet Operations</h1>
    <p><a href="latest/">The docs of the latest version</a>, ${latest.version}</p>
    <p><a href="changelog.html">What changed for callers</a> in each version</p>
    <h2>All versions</h2>
    <ul>
      ${links}
    </ul>`,
    url === undefined ? '' : `<link rel="canonical" href="${url.replace(/\/*$/, '/')}">`,
  );
}

/** What changed for callers, as the newest CHANGELOG.md tells that came with the docs. */
export function changelogPage(releases: readonly Release[]): string {
  const changelogs = releases
    .map(({ folder }) => join(folder, 'CHANGELOG.md'))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  const sections = releases.map(({ version }) => {
    const own = changelogs.map((changelog) => sectionOf(changelog, version)).find((section) => section !== undefined);
    const { date = '', text = 'Nothing was written down of what changed in this version.' } = own ?? {};
    const told = marked.parse(text.replace(/^###/gm, '####'), { async: false });
    return `<h2 id="${version}"><a href="${version}/">${version}</a>${date}</h2>\n${told}`;
  });
  const none = changelogs.length === 0 ? '<p>None of these versions came with a changelog.</p>\n' : '';
  return framed(
    'What changed for callers: Wallet Operations',
    `<p><a href="latest/">The docs of the latest version</a></p>
    <h1>What changed for callers</h1>
    ${none}${sections.join('\n')}`,
  );
}

function sectionOf(changelog: string, version: string): { date: string; text: string } | undefined {
  const section = changelog.split(/^## /m).find((part) => part.startsWith(`${version} `));
  const [, date = '', text = ''] = /^\S+( \(.*\))?\n(.*)$/s.exec(section ?? '') ?? [];
  return section === undefined ? undefined : { date, text: text.trim() };
}

function framed(title: string, body: string, canonical = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>${canonical}
    <link rel="icon" href="data:," />
    <style>body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; } pre { overflow-x: auto; }</style>
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}
