/** A document as JSON has it: what programs leave in one beside that would make mutants that are none. */
import type { Node } from './document.ts';
import { requireShallow, UnusableError } from './usable.ts';

/**
 * The document itself if all of it is JSON, or else what JSON makes of it: without fields that are undefined, and with dates as texts.
 *
 * @throws UnusableError for what JSON cannot hold.
 */
export function asJson(document: Node): Node {
  requireShallow(document);
  if (isJson(document)) return document;
  try {
    return JSON.parse(JSON.stringify(document)) as Node;
  } catch (error) {
    throw new UnusableError(`The document holds what JSON does not have: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function isJson(document: Node): boolean {
  const seen = new Set<unknown>([document]);
  for (const value of seen) {
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false;
    for (const inner of Object.values(value as object) as unknown[])
      if (typeof inner === 'object' && inner !== null) seen.add(inner);
      else if (!isScalar(inner)) return false;
  }
  return true;
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}
