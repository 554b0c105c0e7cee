/** Reports of commands: their files, and the forms that more than one of them has. */
export { aligned } from './aligned.ts';
export { makeFolders, placeOf, ready, refuseOver, refuseRead, refuseSame, replace, write } from './files.ts';
export { lock, lockFilesOf, type Lock } from './lock.ts';
export { junitOf, type Suite, type Test } from './junit.ts';
export { UsageError } from './usage.ts';
