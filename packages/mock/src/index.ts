/** The mock as a library: what users start in their own tests. */
export { createAnswerer, type Answerer, type DynamicOptions } from './answer.ts';
export type { OpenApiDocument } from './document.ts';
export type { MockAnswer, MockRequest } from './exchange.ts';
export { startMock, type Mock, type MockLogEntry, type MockOptions } from './server.ts';
