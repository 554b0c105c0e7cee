// callbacks.js, what a receiver holds a callback against: the fields of the record, each with its JSON type.
import { isBigint } from '../lib/bigints.ts';
import { BANNER } from '../lib/banner.ts';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { resolve, type Referable, type Schema } from '../lib/bundle.ts';
import { Problem } from '../lib/problems.ts';

interface CallbackSchema extends Schema {
  required: string[];
  properties: Record<string, Referable<Schema>>;
}

/** Writes the table with literal types, so that a receiver that does not know one of the types fails to compile. */
export async function callbacks(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const { required, properties } = resolve<CallbackSchema>(bundle, { $ref: '#/components/schemas/Callback' });
  const kinds = Object.entries(properties).map(([name, node]) => {
    // The table has no word for a field that may be missing, and a receiver would refuse callbacks without it.
    if (!required.includes(name))
      throw new Problem(`openapi/schemas/Callback.yaml\n    ${name} is not required: require it, or teach receivers.`);
    const schema = resolve<Schema>(bundle, node);
    return [name, isBigint(schema) ? 'bigint' : schema.type];
  });
  const table = JSON.stringify(Object.fromEntries(kinds), null, 2);
  await writeArtifact(build, 'callbacks.js', `${BANNER}export const callbackFields = ${table};\n`);
  await writeArtifact(build, 'callbacks.d.ts', `${BANNER}export declare const callbackFields: ${table};\n`);
}
