// What each `x-` extension may say and where it may stand, as openapi/extensions/ has it: one file, one JSON Schema a kind of object.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { ROOT } from '../lib/paths.ts';
import { kinds } from '../lib/places.ts';
import { Problem } from '../lib/problems.ts';
import { NAMES, type Asked } from './extension-names.ts';

/** One extension: by each kind of object on which it may stand, what its value may be. */
export interface Extension {
  readonly name: string;
  readonly file: string;
  readonly on: ReadonlyMap<string, ValidateFunction>;
}

/** A keyword of these schemas alone: the value is the name of something that the document has. */
const names: FuncKeywordDefinition = {
  keyword: 'names',
  schemaType: 'string',
  metaSchema: { enum: Object.keys(NAMES) },
  validate: function names(this: Asked, what: keyof typeof NAMES, value: unknown): boolean {
    return typeof value === 'string' && NAMES[what](this)?.includes(value) !== false;
  },
};

/** Another keyword of them: the list has as many entries as the one under that key beside it. */
const asManyAs: FuncKeywordDefinition = {
  keyword: 'asManyAs',
  schemaType: 'string',
  validate: function asManyAs(this: Asked, key: string, value: unknown): boolean {
    const other = this.place.node[key];
    return Array.isArray(value) && Array.isArray(other) && value.length === other.length;
  },
};

/** Every extension that there is. */
export function readExtensions(): Map<string, Extension> {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, passContext: true, strictRequired: false });
  ajv.addKeyword(names);
  ajv.addKeyword(asManyAs);
  const files = globSync('openapi/extensions/*.yaml', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  return new Map(files.sort().map((file) => [basename(file, '.yaml'), readExtension(file, ajv)]));
}

function readExtension(file: string, ajv: Ajv2020): Extension {
  try {
    const { on } = parse(readFileSync(join(ROOT, file), 'utf8')) as { on: Record<string, object> };
    const strange = Object.keys(on).filter((kind) => kind !== '*' && !(kinds as string[]).includes(kind));
    if (strange.length > 0)
      throw new Error(`no object of a document is a ${strange.join(' or ')}: see scripts/lib/places.ts`);
    const compiled = Object.entries(on).map(([kind, schema]) => [kind, ajv.compile(schema)] as const);
    return { name: basename(file, '.yaml'), file, on: new Map(compiled) };
  } catch (error) {
    throw new Problem(`${file} does not tell what the extension may say: ${(error as Error).message}`);
  }
}
