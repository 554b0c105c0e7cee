/** What spans and metrics are called: as OpenTelemetry's conventions for HTTP clients have it, and under `wallet.` what those have no name for. */

/** The scope of all spans and metrics. */
export const SCOPE = '@wallet-operations/client';

/** Attributes. */
export const ATTRIBUTES = {
  method: 'http.request.method',
  template: 'url.template',
  url: 'url.full',
  address: 'server.address',
  port: 'server.port',
  status: 'http.response.status_code',
  resends: 'http.request.resend_count',
  error: 'error.type',

  operation: 'wallet.operation',
  walletId: 'wallet.id',
  callId: 'wallet.call.id',
  requestId: 'wallet.request.id',
  why: 'wallet.wait.reason',
  seconds: 'wallet.wait.duration',
} as const;

/** Instruments. */
export const METRICS = {
  duration: 'http.client.request.duration',
  waits: 'wallet.client.waits',
} as const;

/** The event of a span that a call waits in. */
export const WAIT = 'wallet.wait';

/** Seconds: the boundaries that the conventions advise for durations of requests. */
export const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
