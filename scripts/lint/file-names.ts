// Finds files of shared parts that are not named as the component becomes: generators make types of these names.
import { posix } from 'node:path';
import { guide, type Finding } from '../lib/problems.ts';
import type { Source } from './sources.ts';

const FOLDERS = ['schemas', 'parameters', 'responses', 'requestBodies', 'headers'].map((name) => `openapi/${name}`);

export function fileNameFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(
      ({ file }) => FOLDERS.includes(posix.dirname(file)) && !/^(?:[A-Z][a-z0-9]*)+\.yaml$/.test(posix.basename(file)),
    )
    .map(({ file }) => {
      const name = posix
        .basename(file, posix.extname(file))
        .replace(/(?:^|[^A-Za-z0-9]+)(.)/g, (_, first: string) => first.toUpperCase());
      const message = `The component will be called after this file. Call it ${name}.yaml, and each reference to it with it. ${guide('writing-the-document')}`;
      return { where: `${file}:1:1`, rule: 'file-name', message };
    });
}
