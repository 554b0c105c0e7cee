/** Spans and metrics of OpenTelemetry, as the client's users import them. */
export { telemetry, type TelemetryOptions } from './telemetry.ts';
