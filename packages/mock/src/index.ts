/** The mock as a library: what users start in their own tests. */
export { startMock, type Mock, type MockLogEntry, type MockOptions } from './server.ts';
