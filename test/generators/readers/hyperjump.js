// The schemas of OpenAPI 3.1 itself: that of any document, and that of a document in OpenAPI's own dialect.
import { readFileSync } from 'node:fs';
import { validate } from '@hyperjump/json-schema/openapi-3-1';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const findings = async (schema) => {
  const { valid, errors = [] } = await validate(`https://spec.openapis.org/oas/3.1/${schema}`, document, 'BASIC');
  return valid ? [] : errors.map(({ instanceLocation }) => instanceLocation);
};
console.log(JSON.stringify({ any: await findings('schema'), own: await findings('schema-base') }));
