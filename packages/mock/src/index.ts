/** The mock as a library: what users start in their own tests. */
export { createAnswerer, type Answerer, type DynamicOptions } from './answer.ts';
export type { OpenApiDocument } from './document.ts';
export type { MockAnswer, MockRequest } from './exchange.ts';
export { startMock, type Mock, type MockLogEntry, type MockOptions } from './server.ts';
export type { Problem } from './proxy/check.ts';
export type { OperationReport, ProxyReport, ReportedProblem } from './proxy/report.ts';
export { startProxy, type Proxy, type ProxyLogEntry, type ProxyOptions } from './proxy/server.ts';
export type { Violation } from './violation.ts';
