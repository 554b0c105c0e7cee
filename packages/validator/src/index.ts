/** Reads requests and answers by an OpenAPI document: no sockets, no state. */
export { createAnswerCheck, type Answer, type AnswerCheck } from './answers/check.ts';
export { rowsOf, rowsUnder } from './answers/rows.ts';
export { missingCredentials, type Headers } from './check/credentials.ts';
export { createSchemas, type Schemas, type Validate } from './check/schemas.ts';
export { memoized } from './document/memoized.ts';
export { follow, isNode, jsonContent, type Node, type OpenApiDocument } from './document/node.ts';
export { placeOf, type Place } from './document/places.ts';
export { answerContent, operationsOf, type Example, type Operation } from './document/operations.ts';
export { inWords, type Violation } from './document/violation.ts';
export { readBody, textOf, type RawBody } from './read/body.ts';
export type { Parsed } from './read/json.ts';
export type { Call, Outside, Target } from './read/route.ts';
export { because, refuse, type Refusal } from './refuse/refusal.ts';
export { filled } from './refuse/words.ts';
export { createValidator, type Validator, type Values } from './validator.ts';
