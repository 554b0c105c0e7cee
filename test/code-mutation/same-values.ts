// The same random values in each run, or a change would be noticed in one run and not in the next; and the first that show it will do.
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 1, endOnFailure: true });
