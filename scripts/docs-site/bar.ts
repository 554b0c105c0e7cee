// What every page of every release gets when the site is put together: a choice of versions, a word on old ones, and its canonical address.
import { posix } from 'node:path';
import { canonicalOf } from './address.ts';
import { isTrial, type Release } from './releases.ts';

const STYLE =
  `:root{--bar:37px}body:has(>.versions){padding-top:var(--bar)}.versions{position:fixed;inset:0 0 auto;z-index:90;display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:8px 16px;font:14px/20px system-ui,sans-serif;
color:#1a1c21;background:#f4f6f6;border-bottom:1px solid #d5dada}.versions a{color:#1f635e}.versions p{margin:0}.versions summary{cursor:pointer}
.versions~* [style*="--navbar-height"]{--navbar-height:var(--bar)!important;--navbar-stack-height:var(--bar)!important}.versions ul{margin:4px 0 0;padding-left:20px}.versions-old{color:#4a3200;background:#fff3d1}.versions-old a{color:#4a3200}
.dark .versions{color:#e6e8ea;background:#23282a;border-color:#3a4144}.dark .versions a{color:#7fcdc4}
.dark .versions-old{color:#ffe3a3;background:#3a2e10}.dark .versions-old a{color:#ffe3a3}
@media (prefers-color-scheme:dark){:root:not(.light) .versions{color:#e6e8ea;background:#23282a;border-color:#3a4144}
:root:not(.light) .versions a{color:#7fcdc4}:root:not(.light) .versions-old{color:#ffe3a3;background:#3a2e10}
:root:not(.light) .versions-old a{color:#ffe3a3}}@media(max-width:600px){:root{--bar:61px}}@media print{.versions{display:none}}`.replaceAll(
    '\n',
    '',
  );

/** Where a page stands. */
export interface Place {
  readonly release: Release;
  readonly latest: Release;
  readonly releases: readonly Release[];
  /** Such as `guides/authentication.html`. */
  readonly page: string;
  /** Folder of the site in which the release is: its version, or `latest`. */
  readonly at: string;
  /** Where the site is published, if that is known. */
  readonly url: string | undefined;
}

/** The page with all of it. Of the page nothing is asked: whatever built it, it may be years old. */
export function withBar(html: string, place: Place): string {
  const { page, at, latest, release, url } = place;
  const up = posix.relative(posix.dirname(`${at}/${page}`), '.') || '.';
  const canonical = `<link rel="canonical" href="${canonicalOf(url ?? up, page, release.version, latest.pages)}">`;
  const head = `${canonical}<style>${STYLE}</style><script defer src="${up}/versions.js"></script>`;
  // The first of each is the page's own; a script or an example further down may name another.
  const [, start = '', between = '', rest = ''] = /^(.*?)(<\/head>\s*<body\b[^>]*>)(.*)$/is.exec(html) ?? [];
  if (between === '') return `${head}${bar(place, up)}${html}`; // a browser makes head and body of it by itself
  const own = start.replace(/<link\b[^>]*\brel=["']?canonical\b[^>]*>/gi, '');
  return `${own}${head}${between}${bar(place, up)}${rest}`;
}

function bar({ release, latest, releases, page }: Place, up: string): string {
  const isOld = release !== latest;
  const toLatest = `<a href="${up}/${addressIn('latest', latest, page)}" data-version="${latest.version}">${latest.version}</a>`;
  const said = isTrial(release) ? 'This is a trial, version' : 'This is version';
  const links = releases.map((other) => {
    const link = `<a href="${up}/${addressIn(other.version, other, page)}" data-version="${other.version}"`;
    const [current, text] = other === release ? [' aria-current="true"', ' (this one)'] : ['', ''];
    return `<li>${link}${current}>${other.version}</a>${text}</li>`;
  });
  return [
    `<nav class="versions${isOld ? ' versions-old' : ''}" aria-label="Versions">`,
    isOld ? `<p>${said} ${release.version}. The latest is ${toLatest}.</p>` : '',
    `<details><summary>Version ${release.version}</summary><ul>${links.join('')}</ul></details>`,
    `<a href="${up}/changelog.html">What changed</a></nav>`,
  ].join('');
}

/** The page in a release if it has it, else where that release starts. */
function addressIn(folder: string, { pages }: Release, page: string): string {
  return `${folder}/${page === 'index.html' || !pages.includes(page) ? '' : page}`;
}
