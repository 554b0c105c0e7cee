// Changes that nobody can observe, each with its reason. One that a test notices after all fails the run.
import type { Equivalent } from '@wallet-operations/spec-mutation';

export const equivalents: readonly Equivalent[] = [];
