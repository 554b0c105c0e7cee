// lints the document as it was written: each file by itself, all of them together, and those to which nothing refers.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import type { Build } from '../lib/build.ts';
import { ROOT, SOURCE, WORKFLOWS, CONFIDENCE } from '../lib/paths.ts';
import { readPoints } from '../lib/points.ts';
import { guide, refuse, type Finding } from '../lib/problems.ts';
import { redoclyLint } from '../lib/redocly.ts';
import { circleFindings } from '../lint/circles.ts';
import { fileNameFindings } from '../lint/file-names.ts';
import { patternFindings } from '../lint/patterns.ts';
import { pointValueFindings } from '../lint/point-values.ts';
import { secretFindings } from '../lint/secrets.ts';
import { readSources } from '../lint/sources.ts';

/** Refuses a document that breaks a rule of redocly.yaml, or one of the rules on its files. */
export async function lint(build: Build): Promise<void> {
  refuse(await sourceFindings(build));
}

/** Everything that is wrong with the document as it was written. */
export async function sourceFindings(build: Build): Promise<Finding[]> {
  const own = await writtenFindings();
  if (own.length > 0) return own; // Redocly runs patterns and follows circles
  const findings = await redoclyLint(SOURCE, build);
  return findings.length > 0 ? findings : orphans(); // a reference that leads nowhere would make orphans of the files behind it
}

/** What the files say by themselves, whatever refers to them. */
async function writtenFindings(): Promise<Finding[]> {
  const sources = readSources();
  return [
    ...patternFindings(sources),
    ...circleFindings(sources),
    ...fileNameFindings(sources),
    ...pointValueFindings(readPoints()),
    ...(await secretFindings(sources)),
  ];
}

/** Named by what they are called, and not by a path; other rules find those that nothing names. */
const NAMED = ['openapi/extensions', 'openapi/open-points'];

/** An orphan is dangerous: an error's file that no response lists looks documented, and no reader ever sees it. */
function orphans(): Finding[] {
  const reached = new Set<string>([WORKFLOWS, CONFIDENCE]); // which refer to the document, not the document to them
  reach(SOURCE, reached);
  return globSync('openapi/**/*.*', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !reached.has(file) && !file.endsWith('README.md') && !NAMED.includes(dirname(file)))
    .sort()
    .map((file) => ({
      where: `${file}:1:1`,
      rule: 'no-orphans',
      message: `Nothing in the document refers to this file. Refer to it where it belongs, or delete it. ${guide('writing-the-document')}`,
    }));
}

function reach(file: string, reached: Set<string>): void {
  if (reached.has(file)) return;
  reached.add(file);
  if (!/\.(ya?ml|json)$/.test(file)) return;
  for (const reference of references(parse(readFileSync(join(ROOT, file), 'utf8')))) {
    const [path] = reference.split('#');
    if (path) reach(relative(ROOT, join(ROOT, dirname(file), path)).replaceAll('\\', '/'), reached);
  }
}

function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : references(value),
  );
}
