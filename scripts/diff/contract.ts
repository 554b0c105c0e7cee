// Changes of the contract itself, as Redocly rates them, but for our own extensions: of those it takes everything for words.
import type { Build } from '../lib/build.ts';
import { pointerKeys, type Bundle } from '../lib/bundle.ts';
import { Problem } from '../lib/problems.ts';
import { redocly } from '../lib/redocly.ts';
import { shown, type Change } from './change.ts';
import { placeOf } from './place.ts';

/** Two documents: as files for Redocly, and read. */
export interface Pair {
  readonly files: { readonly base: string; readonly revision: string };
  readonly base: Bundle;
  readonly revision: Bundle;
}

interface Side {
  pointer: string;
  value?: unknown;
}

interface RedoclyChange {
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: Change['bump'];
  verdicts: { message: string }[];
  property?: string;
  base?: Side;
  revision?: Side;
}

/** What programs do differs with these: what a change of one needs, and its first coming. Others are words. */
const EXTENSIONS: Readonly<Record<string, { changed: Change['bump']; added: Change['bump'] }>> = {
  'x-repeatable': { changed: 'major', added: 'minor' }, // who repeats what is no longer safe to repeat pays twice
  'x-paging': { changed: 'major', added: 'minor' },
  'x-batch': { changed: 'major', added: 'minor' },
  'x-unit': { changed: 'major', added: 'major' }, // it turns a bigint into a number, or back
  'x-refused-as': { changed: 'minor', added: 'minor' },
};

/** Every change that Redocly finds, in the words of callers. */
export async function contractChanges({ files, base, revision }: Pair, build: Build): Promise<Change[]> {
  const result = await redocly(['diff', files.base, files.revision, '--format', 'json', '--fail-on', 'none'], build);
  if (!result.stdout.startsWith('{')) {
    throw new Problem(`redocly could not compare the documents:\n${result.stderr}${result.stdout}`.trim());
  }
  const { changes } = JSON.parse(result.stdout) as { changes: RedoclyChange[] };
  return changes
    .filter(
      ({ path, property }) => !pointerKeys(path).includes('examples') && !(path === '#/info' && property === 'version'),
    )
    .map((change) => {
      const side = change.revision ?? change.base;
      const document = change.revision ? revision : base;
      return { bump: bumpOf(change), where: placeOf(document, side?.pointer ?? change.path), what: whatOf(change) };
    });
}

function extensionOf({ path, property = '' }: RedoclyChange): string | undefined {
  return [...pointerKeys(path), property].find((key) => key.startsWith('x-'));
}

function bumpOf(change: RedoclyChange): Change['bump'] {
  const extension = extensionOf(change);
  if (change.typeName === 'Tag') return 'patch'; // it groups the docs
  if (extension === undefined) return change.impact;
  const rating = EXTENSIONS[extension];
  if (!rating) return 'patch';
  const isNew = change.kind === 'added' || change.base?.value === undefined;
  return isNew ? rating.added : rating.changed;
}

function whatOf(change: RedoclyChange): string {
  const { kind, typeName, verdicts, property, base, revision } = change;
  if (typeName === 'PathItem' && kind !== 'modified') return `was ${kind}`;
  if (verdicts.length > 0) return verdicts.map(({ message }) => message.replace(/\.$/, '')).join('; ');
  const extension = extensionOf(change);
  const name = extension && property !== extension ? [extension, property].filter(Boolean).join(' ') : property;
  if (kind === 'modified' && name) {
    if (/^(description|summary|title)$/.test(name) || name.startsWith('x-unspecified')) return `has another ${name}`;
    return `${name} was ${shown(base?.value)}, is ${shown(revision?.value)}`;
  }
  return `${extension ?? typeName} ${kind === 'modified' ? 'changed' : `was ${kind}`}`;
}
