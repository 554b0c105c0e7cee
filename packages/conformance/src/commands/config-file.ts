/** The file of a configuration: what stands in it, and where. A secret may stand in it by mistake, so that an error says the place, and never the text. */
import { readFileSync } from 'node:fs';
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import {
  isAlias,
  isMap,
  isNode as isYaml,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml';

/** A place of the file. */
export interface Spot {
  /** What stands there; undefined for nothing. */
  readonly value: unknown;
  /** The place of a key, or of an entry, in it. */
  readonly at: (key: string | number) => Spot;
  /** An error that says where something is wrong. `what` follows the name of the place. */
  readonly wrong: (what: string) => UsageError;
  /** @throws UsageError for a key that says nothing: a misspelt one would be passed over. */
  readonly only: (known: readonly string[]) => void;
}

/** Reads one. @throws UsageError for what is no object */
export function readConfigFile(file: string): Spot {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}. Give the path of a configuration.`,
    );
  }
  const lineCounter = new LineCounter();
  // its warnings would quote the text
  const document = parseDocument(text, { intAsBigInt: true, lineCounter, logLevel: 'error' });
  const placeOf = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}, line ${String(Math.max(1, line))}, column ${String(Math.max(1, col))}`;
  };
  const [problem] = document.errors;
  if (problem)
    throw new UsageError(
      `${placeOf(problem.pos[0])}: it is no YAML there: ${problem.code}. Look whether a text needs quotes.`,
    );
  const unresolved = unresolvedIn(document);
  if (unresolved !== undefined)
    throw new UsageError(
      `${placeOf(unresolved)}: what begins with * is an alias in YAML, and there is no anchor for it. A text that begins so needs quotes.`,
    );
  const value = valueOf(document, file);
  if (!isNode(value)) throw new UsageError(`${file} is no configuration: give an object with wallets.`);
  return spotOf({ file, document, placeOf }, { value, node: document.contents, path: [], offset: undefined });
}

interface File {
  readonly file: string;
  readonly document: Document;
  readonly placeOf: (offset: number) => string;
}

interface Found {
  readonly value: unknown;
  /** What of the file is there; undefined where the file says nothing. */
  readonly node: unknown;
  readonly path: readonly (string | number)[];
  /** Where the nearest thing stands that is there; undefined for the file itself. */
  readonly offset: number | undefined;
}

function spotOf(file: File, { value, node, path, offset }: Found): Spot {
  const own = isAlias(node) ? node.resolve(file.document) : node;
  const name = path.map((key) => (typeof key === 'number' ? String(key + 1) : key)).join(' ');
  return {
    value,
    at(key) {
      const next = isMap(own) || isSeq(own) ? own.get(key, true) : undefined;
      return spotOf(file, {
        value:
          typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined,
        node: next,
        path: [...path, key],
        offset: offsetOf(next) ?? offset,
      });
    },
    wrong: (what) =>
      new UsageError(
        offset === undefined
          ? `${file.file}: ${[name, what].join(' ').trim()}`
          : `${file.placeOf(offset)}: ${name} ${what}`,
      ),
    only(known) {
      const stranger = isNode(value) ? Object.keys(value).find((key) => !known.includes(key)) : undefined;
      if (stranger === undefined) return;
      const keys = isMap(own) ? own.items.map((pair) => pair.key) : [];
      const found = keys.find((key) => !isScalar(key) || !known.includes(String(key.value)));
      const place = offsetOf(found) ?? offset;
      throw new UsageError(
        `${place === undefined ? file.file : file.placeOf(place)}: a key of ${name === '' ? 'the file' : name} says nothing here. There is ${known.join(', ')}.`,
      );
    },
  };
}

const offsetOf = (node: unknown): number | undefined => (isYaml(node) ? node.range?.[0] : undefined);

/** Where the first alias without an anchor is. */
function unresolvedIn(document: Document): number | undefined {
  let place: number | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined;
      place = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return place;
}

function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch {
    throw new UsageError(`${file} cannot be read: its aliases come to too much. Write out what they stand for.`);
  }
}
