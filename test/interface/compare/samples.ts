// Runs the tables' samples against a request schema, so that a rule counts by what it accepts and refuses, not by how it is written.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Node } from '../document.ts';
import type { Samples } from '../facts/samples.ts';

// The document's own keywords (x-…) and the widths of integers are none of this validator's business.
const ajv = new Ajv2020({ strict: false, formats: { int32: true, uint32: true, int64: true, uint64: true } });
addFormats.default(ajv, ['date-time']);

/** Compiling is the slow part, and the same few amounts stand at a hundred places. */
const compiled = new Map<string, ValidateFunction>();

/** Findings on the values that a schema wrongly refuses or accepts. */
export function sampleFindings(place: string, samples: Samples | undefined, schema: Node): string[] {
  if (!samples) return [];
  const validate = validatorOf(schema);
  return [
    ...samples.accepts
      .filter((value) => !validate(value))
      .map((value) => `${place}: refuses ${shown(value)}, the interface accepts it`),
    ...samples.refuses
      .filter((value) => validate(value))
      .map((value) => `${place}: accepts ${shown(value)}, the interface refuses it`),
  ];
}

function validatorOf(schema: Node): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 120)}… (${String(text.length)} characters)` : text;
}
