/** An HTTP server that nothing brings down, and what a command needs around it. */
export { readBody } from './body.ts';
export {
  afterUnref,
  isCarriedOut,
  sendFaulty,
  WIRE_FAULTS,
  type After,
  type WireFault,
  type WireFaultKind,
} from './faults.ts';
export { HEALTH, sendHealth } from './health.ts';
export { quietly } from './quietly.ts';
export { onSignal } from './signals.ts';
export { brokenBy, sendJson, type JsonAnswer } from './send.ts';
export { disposable, serve, type Serving, type ServingOptions } from './serve.ts';
export { bufferedOutput, printable } from './buffered-output.ts';
