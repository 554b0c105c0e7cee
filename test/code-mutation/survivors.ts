// Changes of the code that no test can or need notice, each with its reason. One that is noticed after all fails the run.
import type { Reasoned } from './judge.ts';

export const survivors: readonly Reasoned[] = [];
