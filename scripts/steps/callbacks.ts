// callbacks.js, what a receiver holds a callback against: the fields of the record, each with its JSON type.
import { isBigint } from '../lib/bigints.ts';
import { readBundle, type Build } from '../lib/build.ts';
import { resolve, type Referable, type Schema } from '../lib/bundle.ts';
import { writeModule } from '../lib/module.ts';
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
  await writeModule(build, 'callbacks', { callbackFields: Object.fromEntries(kinds) });
}
