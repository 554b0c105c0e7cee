/** Reads YAML. What would take the memory, the stack or the night of whoever reads it is refused first, with its place. */
import type { Alias, Document, LineCounter, ParsedNode } from 'yaml';
import { DEEPEST } from './usable.ts';

type Yaml = typeof import('yaml');

/** Aliases of aliases: so many values may come of them that are written once. */
const MOST_REPEATED = 1_000_000;

/** A text of YAML, read. */
export interface ReadYaml {
  readonly yaml: Yaml;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  /** What an alias means that is a key. In all other places there is what it means. */
  readonly meantBy: (alias: Alias) => ParsedNode | undefined;
}

/**
 * Reads a text that holds one document.
 *
 * @throws Error with what is wrong, and where.
 */
export async function parsedYaml(text: string): Promise<ReadYaml> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const options = { merge: true, uniqueKeys: false, logLevel: 'error' } as const;
  const composer = new yaml.Composer({ ...options, lineCounter: lines });
  const [document, second] = composer.compose(tokensOf(yaml, text, lines), true, text.length);
  const [error] = document?.errors ?? [];
  if (!document || error) throw yaml.parseDocument(text, options).errors[0] ?? error ?? new Error('it is empty.');
  if (second)
    throw new Error(
      `a second document begins at ${placeOf(lines, second.range[0])}: give each document a file of its own.`,
    );
  return { yaml, document, lines, meantBy: withoutAliases(yaml, document, lines) };
}

/** What the text is made of. Who composes it calls itself at each level. */
function* tokensOf(yaml: Yaml, text: string, lines: LineCounter): ReturnType<InstanceType<Yaml['Parser']>['parse']> {
  lines.addNewLine(0);
  const parser = new yaml.Parser(lines.addNewLine);
  for (const lexeme of new yaml.Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST + 3)
      throw new Error(
        `it is nested more than ${String(DEEPEST)} levels deep at ${placeOf(lines, parser.offset)}: put parts of it under components, and refer to them.`,
      );
  }
  yield* parser.end();
}

/** A node that has an anchor, and what it comes to when aliases are values of their own. */
interface Anchored {
  readonly node: ParsedNode;
  readonly size: { count: number; levels: number };
  isWhole: boolean;
}

/**
 * Puts what an alias means in its place: the library looks through all of them for each. Those that come to more than anybody could have
 * written, or that have no end, are refused. What is a key stays, for it has a place of its own.
 */
function withoutAliases(yaml: Yaml, document: Document.Parsed, lines: LineCounter): ReadYaml['meantBy'] {
  const anchors = new Map<string, Anchored>();
  const meant = new Map<Alias, ParsedNode>();
  let repeated = 0;
  const refuse = (alias: Alias, why: string): never => {
    throw new Error(`the alias *${alias.source} at ${placeOf(lines, alias.range?.[0] ?? 0)} ${why}`);
  };
  const requireBounded = (alias: Alias, { size, isWhole }: Anchored, above: number): void => {
    if (!isWhole) refuse(alias, 'stands inside of what it repeats, without end.');
    repeated += size.count;
    if (repeated > MOST_REPEATED)
      refuse(alias, `repeats what repeats others: all aliases come to more than ${String(MOST_REPEATED)} values.`);
    if (above + size.levels > DEEPEST)
      refuse(alias, `leads more than ${String(DEEPEST)} levels deep, for what it repeats has aliases itself.`);
  };
  /** Looks through a node, and puts what it means in its place. */
  const walk = (node: ParsedNode | null, above: number, put?: (node: ParsedNode) => void): Anchored['size'] => {
    const size = { count: 1, levels: 0 };
    if (node === null) return size;
    if (yaml.isAlias(node)) {
      const target = anchors.get(node.source);
      if (!target) return refuse(node, 'repeats what does not stand before it.');
      requireBounded(node, target, above);
      if (put) put(target.node);
      else meant.set(node, target.node);
      return target.size;
    }
    const own: Anchored = { node, size, isWhole: false };
    if (node.anchor !== undefined) anchors.set(node.anchor, own);
    const add = ({ count, levels }: Anchored['size']): void => {
      size.count += count;
      size.levels = Math.max(size.levels, levels + 1);
    };
    if (yaml.isMap(node))
      for (const pair of node.items as { key: ParsedNode; value: ParsedNode | null }[]) {
        add(walk(pair.key, above + 1));
        add(walk(pair.value, above + 1, (value) => (pair.value = value)));
      }
    else if (yaml.isSeq(node))
      for (const [i, one] of node.items.entries()) add(walk(one, above + 1, (value) => (node.items[i] = value)));
    own.isWhole = true;
    return size;
  };
  walk(document.contents, 0);
  return (alias) => meant.get(alias);
}

function placeOf(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `line ${String(line)}, column ${String(col)}`;
}
