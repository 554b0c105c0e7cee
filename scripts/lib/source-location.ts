// Leads a finding in the bundle back to the file and line of openapi/ that it comes from: nobody edits the bundle.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { pointerKeys } from './bundle.ts';
import { ROOT, SOURCE } from './paths.ts';
import { pointFile } from './points.ts';

interface Position {
  file: string;
  offset: number;
  node: Node | null;
}

/**
 * Place in openapi/ of a node of the bundle, as `file:line:column`.
 *
 * @param pointer - keys that lead to the node from the top of the bundle; where the source has no such key (a finding
 * about something missing), the place is that of the deepest key that it has
 */
export function sourceLocation(pointer: readonly (string | number)[]): string {
  const [origin, rest] = start(pointer);
  let position = origin;
  for (const key of rest) {
    const next = step(position, String(key)) ?? step(follow(position), String(key)); // beside a reference, or behind it
    if (next === undefined) break;
    position = next;
  }
  const counter = new LineCounter();
  parseDocument(readFileSync(join(ROOT, position.file), 'utf8'), { lineCounter: counter });
  const { line, col } = counter.linePos(position.offset);
  return `${position.file}:${String(line)}:${String(col)}`;
}

/** The bundle names a component that it made after its file, so that a component's pointer starts at this file. */
function start(pointer: readonly (string | number)[]): [Position, readonly (string | number)[]] {
  const [top, kind, name] = pointer;
  const root = open(SOURCE);
  if (top === 'x-open-points' && kind !== undefined) return [open(pointFile(String(kind))), pointer.slice(2)];
  if (top !== 'components' || name === undefined) return [root, pointer];
  const own = step(follow(root), 'components');
  const ownKind = own && step(follow(own), String(kind));
  if (ownKind && step(follow(ownKind), String(name))) return [root, pointer];
  const files = globSync('openapi/**/*.{yaml,yml,json}', { cwd: ROOT }).sort();
  const file = files.find((path) => basename(path, extname(path)) === name);
  return file === undefined ? [root, pointer] : [open(file), pointer.slice(3)];
}

function open(file: string): Position {
  const { contents } = parseDocument(readFileSync(join(ROOT, file), 'utf8'));
  return { file: file.replaceAll('\\', '/'), offset: contents?.range[0] ?? 0, node: contents };
}

/** Goes on in the other file when the node refers to one. */
function follow(position: Position): Position {
  if (!isMap(position.node)) return position;
  const reference = position.node.get('$ref');
  if (typeof reference !== 'string' || reference.startsWith('#')) return position;
  const [path = '', fragment = ''] = reference.split('#');
  const file = relative(ROOT, join(ROOT, dirname(position.file), path));
  let target = open(file);
  for (const key of pointerKeys(fragment)) target = step(target, key) ?? target;
  return target;
}

function step({ file, node }: Position, key: string): Position | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined;
    return item && { file, offset: item.range?.[0] ?? 0, node: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((candidate) => isScalar(candidate.key) && String(candidate.key.value) === key);
  return pair && { file, offset: (pair.key as Node).range?.[0] ?? 0, node: pair.value as Node | null };
}
