/** Reports of commands: their files, and the forms that more than one of them has. */
export { aligned } from './aligned.ts';
export { lock, lockFilesOf, type Lock } from './lock.ts';
export { junitOf, type Suite, type Test } from './junit.ts';
export { placeOf } from './places.ts';
export { ready } from './ready.ts';
export { refuseRead, refuseSame } from './refusals.ts';
export { UsageError } from './usage.ts';
export { besideOf, dropEmpty, replace, write } from './written.ts';
