/** All mutators for what every OpenAPI document may hold. */
import type { Mutator } from '../mutator.ts';
import { bodyMutators } from './bodies.ts';
import { exampleMutators } from './examples.ts';
import { markMutators } from './marks.ts';
import { parameterMutators } from './parameters.ts';
import { pathMutators } from './paths.ts';
import { referenceMutators } from './references.ts';
import { boundMutators } from './schemas/bounds.ts';
import { compositionMutators } from './schemas/composition.ts';
import { objectMutators } from './schemas/objects.ts';
import { typeMutators } from './schemas/types.ts';
import { valueMutators } from './schemas/values.ts';
import { securityMutators } from './security.ts';

/** The mutators for what every OpenAPI 3.0 or 3.1 document may hold. */
export const standardMutators: readonly Mutator[] = [
  ...pathMutators,
  ...securityMutators,
  ...markMutators,
  ...parameterMutators,
  ...bodyMutators,
  ...exampleMutators,
  ...objectMutators,
  ...boundMutators,
  ...typeMutators,
  ...valueMutators,
  ...compositionMutators,
  ...referenceMutators,
];
