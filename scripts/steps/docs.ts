// docs/, the reference as one page that asks no other server for anything, with the document beside it.
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeArtifact, type Build } from '../lib/build.ts';
import { Problem } from '../lib/problems.ts';
import { redocly } from '../lib/redocly.ts';

/** The logo behind "API docs by" is all that the page would still fetch: its name, drawn here, stands in its place. */
const REMOTE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="42" height="16" font-family="sans-serif" font-size="12" fill="#777">` +
    `<text y="12">Redoc</text></svg>`,
)}`;

/** Browsers hold the page to it, whatever a new Redoc or a description may try to load. Redoc's search needs eval. */
const POLICY =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self' data: blob:; form-action 'none'";

/** Places from which a browser would load an absolute URL at once; links that a reader follows are none. */
const LOADING = [
  /<(?:script|img|iframe|source|video|audio|embed|track|input)\b[^>]*?\bsrc(?:set)?=\\?["']?(?:https?:)?\/\/[^\s"'>\\]+/g,
  /<(?:link|use|image)\b[^>]*?\bhref=\\?["']?(?:https?:)?\/\/[^\s"'>\\]+/g,
  /<object\b[^>]*?\bdata=\\?["']?(?:https?:)?\/\/[^\s"'>\\]+/g,
  /!\[[^\]\n]*\]\(\s*(?:https?:)?\/\/[^)\s]+/g, // an image in a description
  /\bsrc:[^,;{}]*?["'`](?:https?:)?\/\/[^"'`]+/g,
  /\burl\(\s*\\?["']?(?:https?:)?\/\/[^)]*\)/g,
  /@import\s+\\?["'](?:https?:)?\/\/[^"']+/g,
  /(?<!@)\b(?:import\(\s*|import\s*|from\s*)["'`]https?:\/\/[^"'`]+/g,
];

/** Builds the page and refuses it if it would still load anything from elsewhere. */
export async function docs(build: Build): Promise<void> {
  const folder = join(build.staging, 'docs');
  const page = join(folder, 'index.html');
  await mkdir(folder);
  const source = join(build.staging, 'openapi.json');
  const result = await redocly(['build-docs', source, '--inlineBundle', '--output', page], build);
  if (result.exitCode !== 0) throw new Problem(`redocly could not build the docs:\n${result.stderr.trim()}`);
  const html = sealed((await readFile(page, 'utf8')).replaceAll(REMOTE_LOGO, LOGO));
  const loads = loadsFromElsewhere(html);
  if (loads.length > 0) {
    const mend = 'Take it out of the document or, if it is Redoc, replace it in scripts/steps/docs.ts';
    throw new Problem(
      `The docs page would load from another server. ${mend}:\n\n  ${loads.join('\n  ')}`,
      loads.length,
    );
  }
  await writeArtifact(build, 'docs/index.html', html);
  for (const file of ['openapi.yaml', 'openapi.json']) await copyFile(join(build.staging, file), join(folder, file));
}

/** Each place of a page from which a browser would load from another server by itself. */
export function loadsFromElsewhere(html: string): string[] {
  return LOADING.flatMap((pattern) => html.match(pattern) ?? []).map((text) =>
    text.length > 76 ? `…${text.slice(-75)}` : text,
  );
}

function sealed(html: string): string {
  const head = '<meta charset="utf8" />';
  if (!html.includes(head)) throw new Problem(`The docs page has no ${head}: mend scripts/steps/docs.ts.`);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
  const icon = '<link rel="icon" href="data:," />'; // or browsers ask the server for /favicon.ico
  return html.replace(head, ['<meta charset="utf-8" />', policy, icon].join('\n  '));
}
