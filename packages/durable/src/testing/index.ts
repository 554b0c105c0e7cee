/** The suite for databases, as whoever writes one imports it. */
export { databaseChecks } from './checks.ts';
export { DatabaseCheckError } from './expect.ts';
export type { CheckGroup, DatabaseCheck, DatabaseUnderTest } from './stand.ts';
