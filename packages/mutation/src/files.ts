/** Reading documents and writing reports: JSON as it is, YAML by a parser that is loaded when it is needed, neither with a key twice. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isNode, type Node } from './document.ts';
import { repeatedInJson, repeatedInYaml, type Repeated } from './repeated.ts';
import { requireShallow, UnusableError } from './usable.ts';
import { parsedYaml } from './yaml.ts';

/** Whether a file is a document, and no module. */
export function isDocument(file: string): boolean {
  return /\.(ya?ml|json)$/i.test(file);
}

/**
 * Reads a document.
 *
 * @throws UnusableError with what is wrong, and where.
 */
export async function readDocument(file: string): Promise<Node> {
  const text = readText(file);
  const read = /\.json$/i.test(file) ? readJson : readYaml;
  let document: unknown;
  let repeated: Repeated | undefined;
  try {
    ({ document, repeated } = await read(text));
    if (isNode(document)) requireShallow(document);
  } catch (error) {
    throw new UnusableError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (repeated) throw new UnusableError(`${file} cannot be read: ${toldOf(repeated)}`);
  if (!isNode(document)) throw new UnusableError(`${file} holds no document.`);
  return document;
}

/** A file's text without the mark that some editors put in front. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UnusableError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Makes the folders that a file will lie in, and tries whether it can be written, before it takes an hour to know what.
 *
 * @throws UnusableError if it cannot.
 */
export function requireWritable(file: string): void {
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    const isThere = existsSync(file);
    closeSync(openSync(file, 'a'));
    if (!isThere) unlinkSync(file);
  } catch (error) {
    throw new UnusableError(`${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Writes a file, and the folders that it lies in.
 *
 * @throws UnusableError if it cannot, such as on a disk that has become full.
 */
export function writeText(file: string, text: string): void {
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new UnusableError(`${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** What tells a file from all others, by whatever way it is named: a symbolic link, a hard link, another spelling. */
export function identityOf(file: string): string {
  const path = resolve(file);
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch (error) {
    // It is not there yet: what it will be is told by where a link leads, or by its folder.
    const target = (error as NodeJS.ErrnoException).code === 'ELOOP' ? undefined : linkedBy(path);
    if (target !== undefined) return identityOf(target);
    return dirname(path) === path ? path : `${identityOf(dirname(path))}/${basename(path)}`;
  }
}

/** Where a link leads; undefined for what is none. */
function linkedBy(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return undefined;
  }
}

/** What a file says, and the first key that one of its objects has twice. */
interface Read {
  readonly document: unknown;
  readonly repeated: Repeated | undefined;
}

function readJson(text: string): Read {
  return { document: JSON.parse(text), repeated: repeatedInJson(text) };
}

async function readYaml(text: string): Promise<Read> {
  const read = await parsedYaml(text);
  const { document } = read;
  const repeated = repeatedInYaml(read);
  // An alias is a value of its own here: what is changed in one place stays in the other. Numbers that are keys are names.
  return { document: JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: -1 }))), repeated };
}

function toldOf({ key, places }: Repeated): string {
  const [first, again] = places.map(({ line, column }) => `line ${String(line)}, column ${String(column)}`);
  return `an object has the key ${JSON.stringify(key)} twice, at ${first ?? ''} and again at ${again ?? ''}. Of two, readers keep one: take the other out, or rename it.`;
}
