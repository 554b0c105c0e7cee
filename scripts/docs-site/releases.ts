// The releases that a site is made of: a folder with the docs of each, as they were built then.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '../lib/bundle.ts';
import { Problem } from '../lib/problems.ts';
import { routesOf } from '../steps/docs/routes.ts';

export interface Release {
  readonly version: string;
  /** Where its docs are. */
  readonly folder: string;
  /** Its pages, as paths within it. */
  readonly pages: readonly string[];
}

/** A version with a hyphen is a trial and never the latest. */
const VERSION = /^v?(\d+\.\d+\.\d+(-[\w.-]+)?)$/;

/**
 * All releases in a folder, the newest first.
 *
 * @throws Problem for a folder that holds anything else, or nothing
 */
export function releasesIn(folder: string): [Release, ...Release[]] {
  if (!existsSync(folder)) throw new Problem(`There is no folder ${folder}.`);
  const releases = readdirSync(folder).map((name): Release => {
    const own = join(folder, name);
    const version = VERSION.exec(name)?.[1];
    if (version === undefined) throw new Problem(`${own} is not named after a version such as v1.2.3.`);
    if (!existsSync(join(own, 'index.html'))) throw new Problem(`${own} holds no index.html.`);
    const pages = globSync('**/*.html', { cwd: own }).map((page) => page.replaceAll('\\', '/'));
    return { version, folder: own, pages: pages.sort() };
  });
  const [first, ...others] = releases.sort((a, b) => compare(b.version, a.version));
  if (!first) throw new Problem(`There is no release in ${folder}.`);
  return [first, ...others];
}

export const isTrial = ({ version }: Release): boolean => version.includes('-');

/** The newest that is no trial, as long as there is one. */
export const latestOf = (releases: readonly [Release, ...Release[]]): Release =>
  releases.find((release) => !isTrial(release)) ?? releases[0];

/** The places within the main page of a release, such as `/withdrawals`; none where its document cannot be read. */
export function placesOf({ folder }: Release): string[] {
  try {
    const bundle = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as Bundle;
    const { tags, operations, errors } = routesOf(bundle);
    return [tags, operations, errors].flatMap((routes) => [...routes.values()].map((route) => route.slice(1)));
  } catch {
    return []; // a document of another time
  }
}

/** Like npm: a trial comes before the version that it tries. */
function compare(a: string, b: string): number {
  const [core = '', trial = ''] = a.split(/-(.*)/s);
  const [otherCore = '', otherTrial = ''] = b.split(/-(.*)/s);
  const order = new Intl.Collator('en', { numeric: true }).compare;
  return order(core, otherCore) || Number(trial === '') - Number(otherTrial === '') || order(trial, otherTrial);
}
