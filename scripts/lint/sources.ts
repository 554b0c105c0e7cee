// The files of openapi/ as they were written, with the place of each value: some mistakes are to be found before a tool meets them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { ROOT } from '../lib/paths.ts';

/** One file. */
export interface Source {
  /** Relative to the top folder, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Each key with a single value, but for those of values that are data. What is no YAML has none: Redocly says so. */
  readonly entries: readonly Entry[];
}

/** A key with a single value, such as `pattern: ^[0-9]+$`. */
export interface Entry {
  readonly key: string;
  readonly value: unknown;
  /** `file:line:column` of the value. */
  readonly where: string;
  /** The keys that lead to it from the top of the file. */
  readonly pointer: readonly string[];
  /** Whether it stands in a value that is data: an example, a default, an extension. */
  readonly isData: boolean;
}

const DATA = /^(?:x-.*|value|example|examples|default|enum|const)$/;

/** Every file of openapi/. */
export function readSources(): Source[] {
  const files = globSync('openapi/**/*.{yaml,yml,json,md}', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  return files.sort().map((file) => readSource(file, readFileSync(join(ROOT, file), 'utf8')));
}

export function readSource(file: string, text: string): Source {
  return { file, text, entries: file.endsWith('.md') ? [] : entriesOf(file, text) };
}

function entriesOf(file: string, text: string): Entry[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const entries: Entry[] = [];
  visit(document, {
    Pair(_, { key, value }, path) {
      if (!isScalar(key) || !isScalar(value)) return;
      const { line, col } = lineCounter.linePos(value.range?.[0] ?? 0);
      const above = keysOf(path);
      entries.push({
        key: String(key.value),
        value: value.value,
        where: `${file}:${String(line)}:${String(col)}`,
        pointer: [...above, String(key.value)],
        isData: above.some((name) => DATA.test(name)),
      });
    },
  });
  return entries;
}

/** The keys and the indexes on a way through a file. */
function keysOf(path: readonly unknown[]): string[] {
  return path.flatMap((node, i) => {
    if (isPair(node)) return isScalar(node.key) ? [String(node.key.value)] : [];
    return isSeq(node) && i + 1 < path.length ? [String(node.items.indexOf(path[i + 1]))] : [];
  });
}
