// Finds references that lead back to where they stand: nothing that is generated from the document can say such a schema.
import { posix } from 'node:path';
import { pointerKeys } from '../lib/bundle.ts';
import { SOURCE } from '../lib/paths.ts';
import { guide, type Finding } from '../lib/problems.ts';
import type { Source } from './sources.ts';

/** A reference, and the place to which it leads, as `file#/keys`. */
interface Reference {
  readonly to: string;
  readonly where: string;
}

/** Each reference that closes a circle. */
export function circleFindings(sources: readonly Source[]): Finding[] {
  const files = new Map(sources.map((source) => [source.file, source]));
  const done = new Set<string>();
  const findings: Finding[] = [];
  const walk = (place: string, way: readonly string[]): void => {
    if (done.has(place)) return;
    for (const { to, where } of referencesUnder(place, files)) {
      const start = way.indexOf(to);
      if (start === -1) walk(to, [...way, to]);
      else findings.push({ where, rule: 'no-circle', message: told(way.slice(start), to) });
    }
    done.add(place);
  };
  walk(`${SOURCE}#`, [`${SOURCE}#`]);
  return findings;
}

/** Every reference at a place, or within what stands there. */
function referencesUnder(place: string, files: ReadonlyMap<string, Source>): Reference[] {
  const [file = '', fragment = ''] = place.split('#');
  const keys = pointerKeys(fragment);
  return (files.get(file)?.entries ?? [])
    .filter(({ key, value, isData }) => key === '$ref' && typeof value === 'string' && !isData)
    .filter(({ pointer }) => keys.every((key, i) => pointer[i] === key))
    .map(({ value, where }) => {
      const [path = '', within = ''] = String(value).split('#');
      return { to: `${path === '' ? file : posix.join(posix.dirname(file), path)}#${within}`, where };
    });
}

function told(way: readonly string[], to: string): string {
  const names = [...way, to].map((place) => place.replace('openapi/', '').replace(/#$/, ''));
  return (
    `This reference closes a circle: ${names.join(' → ')}. Say what is within in words, as an object of any fields, ` +
    `or give an ID in its place. ${guide('types')}`
  );
}
