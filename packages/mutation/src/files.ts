/** Reading documents and writing reports: JSON as it is, YAML by a parser that is loaded when it is needed. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isNode, type Node } from './document.ts';
import { UnusableError } from './usable.ts';

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
  const parse = /\.json$/i.test(file) ? (JSON.parse as (text: string) => unknown) : await yamlParser();
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    const { message } = error as Error;
    const why = /circular|call stack/i.test(message)
      ? 'an alias stands inside of what it repeats, without end.'
      : message;
    throw new UnusableError(`${file} cannot be read: ${why}`, { cause: error });
  }
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

/** Writes a file, and the folders that it lies in. */
export function writeText(file: string, text: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, text);
}

async function yamlParser(): Promise<(text: string) => unknown> {
  const { parse } = await import('yaml');
  return (text) => toJson(parse(text, { merge: true, maxAliasCount: -1, logLevel: 'error' }));
}

/** An alias is a value of its own here: what is changed in one place stays in the other. Numbers that are keys are names. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
