/** The mock as a library: what users start in their own tests. */
export {
  createAnswerer,
  type Answerer,
  type AnswererOptions,
  type DynamicOptions,
  type MockClock,
} from './answer/answerer.ts';
export type { MockAnswer, MockRequest } from './answer/messages.ts';
export type { Fault, FaultKind } from './faults/fault.ts';
export { FaultError } from './faults/read.ts';
export { startMock, type Mock, type MockLogEntry, type MockOptions } from './serve/mock.ts';
export type { Problem } from './proxy/check-exchange.ts';
export type { Coverage, DocumentedAnswer } from './proxy/coverage.ts';
export type { Kind } from './proxy/kinds.ts';
export type { Demands, OperationReport, ProxyReport, ReportedProblem } from './proxy/report.ts';
export { startProxy, type Proxy, type ProxyLogEntry, type ProxyOptions } from './proxy/proxy.ts';
export {
  createRecording,
  writeTranscript,
  type Passed,
  type Recording,
  type Transcript,
} from '@wallet-operations/transcript';
export type { OpenApiDocument, Violation } from '@wallet-operations/validator';
