// Every step of the build, in the order in which they need each other.
import type { Step } from '../lib/run.ts';
import { bundle } from './bundle.ts';
import { callbacks } from './callbacks.ts';
import { docs } from './docs.ts';
import { errors } from './errors.ts';
import { lint } from './lint.ts';
import { lintBundle } from './lint-bundle.ts';
import { methods } from './methods.ts';
import { operations } from './operations.ts';
import { packageJson } from './package.ts';
import { points } from './points.ts';
import { postman } from './postman.ts';
import { reasons } from './reasons.ts';
import { tables } from './tables.ts';
import { types } from './types.ts';
import { workflows } from './workflows.ts';

export const steps: readonly Step[] = [
  ['lint the document', lint],
  ['bundle it', bundle],
  ['lint the bundle', lintBundle],
  ['types', types],
  ['methods', methods],
  ['operation table', operations],
  ['error catalogue', errors],
  ['reasons', reasons],
  ['client tables', tables],
  ['callback fields', callbacks],
  ['workflows', workflows],
  ['open points', points],
  ['docs', docs],
  ['Postman collection', postman],
  ['package', packageJson],
];
