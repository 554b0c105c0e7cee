// All tables of the interface's facts, in one object that a comparison takes.
export { callbackHeader, callbackMethod, dialect, implied, messageField } from './assumed.ts';
export { parts, schemes, servers } from './authentication.ts';
export { endpoints, pathParameters } from './endpoints.ts';
export { blacklistCode, errorBody, lacks400, rowsOf } from './errors.ts';
export { webhooks } from './events.ts';
export { numbers, settings } from './numbers.ts';
export { refusals } from './refusals.ts';
export { amounts, bodies, values } from './samples.ts';
export { shown } from './shown.ts';
export { told } from './told.ts';
export { unspecified } from './unspecified.ts';
