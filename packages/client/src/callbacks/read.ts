/** Makes a callback of a verified body, without losing a digit, and says what does not fit the document. */
import { callbackFields } from '@wallet-operations/openapi/callbacks';
import { parseJson, writable } from '@wallet-operations/json';
import { requireEngine } from '../engine.ts';
import type { Callback } from './callback.ts';
import { CallbackError } from './error.ts';

requireEngine();

/** A genuine body that is no callback of the document. */
export interface InvalidCallback {
  /** Body as it came. */
  readonly body: Uint8Array;
  /** The parsed body; undefined if it is not JSON. */
  readonly value: unknown;
  /** What does not fit, one text each. */
  readonly problems: readonly string[];
}

type Kind = (typeof callbackFields)[keyof typeof callbackFields];

const kinds: Record<Kind, { readonly is: (value: unknown) => boolean; readonly what: string }> = {
  string: { is: (value) => typeof value === 'string', what: 'a string' },
  integer: { is: Number.isSafeInteger, what: 'an integer within ±(2^53 − 1)' },
  bigint: { is: (value) => typeof value === 'bigint' || Number.isSafeInteger(value), what: 'an integer' },
  object: { is: isObject, what: 'an object' },
};

/**
 * Every declared field must be there with its JSON type. Values are the user's to judge, and fields that the document does not
 * have yet stay as they came: a service that grows must not break its receivers.
 */
export function readCallback(body: Uint8Array): { callback: Callback } | { invalid: InvalidCallback } {
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    const { message } = error as Error; // which both throw
    return { invalid: { body, value, problems: [`the body is no JSON in UTF-8: ${message}`] } };
  }
  const read = asCallback(value);
  return 'callback' in read ? read : { invalid: { body, value, problems: read.problems } };
}

/** The same of a value that was parsed before, as those of the service's own lists are: they may fit the document as little. */
export function asCallback(given: unknown): { callback: Callback } | { problems: readonly string[] } {
  if (!isObject(given)) return { problems: [`it is ${name(given)}, not an object`] };
  const value = { ...given };
  const problems: string[] = [];
  for (const [field, kind] of Object.entries(callbackFields)) {
    const { is, what } = kinds[kind];
    if (field === 'addon' && value[field] === null) value[field] = {}; // what it holds is not shown
    const found = value[field];
    if (!is(found))
      problems.push(found === undefined ? `${field} is missing` : `${field} is ${name(found)}, not ${what}`);
    else if (kind === 'bigint') value[field] = BigInt(found as bigint | number);
  }
  return problems.length > 0 ? { problems } : { callback: writable(value as Callback) };
}

/** The error for what does not fit. */
export const invalid = (problems: readonly string[]): CallbackError =>
  new CallbackError('invalid', `A genuine callback does not fit the document: ${problems.join('; ')}.`);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function name(value: unknown): string {
  return value === null ? 'null' : `of type ${Array.isArray(value) ? 'array' : typeof value}`;
}
