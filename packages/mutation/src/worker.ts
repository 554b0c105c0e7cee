/** A worker thread: loads the run by itself, since functions do not travel, makes each mutant that it is handed, and judges it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { MutationConfig, Subject } from './config.ts';
import { frozen, frozenAnew } from './frozen.ts';
import { judge, type Verdicts } from './judge.ts';
import { createMaker, type Recipe } from './mutants.ts';
import { standardMutators } from './mutators/standard.ts';
import { createOwners, reachOf } from './references/owners.ts';
import { OURS, type Said, type Told } from './said.ts';
import { loadConfig, type Source } from './source.ts';

const say = (said: Said): void => {
  parentPort?.postMessage({ [OURS]: said });
};
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// No await at the top level: Node.js would print a warning of its own where a module waits for ever.
const never = (): void => {
  say({ unusable: 'cannot be loaded: an await at its top level, or of what it imports, waits for what never comes.' });
};
process.once('beforeExit', never);
loadConfig(workerData as Source).then(
  (config) => {
    process.off('beforeExit', never);
    serve(config);
  },
  (error: unknown) => {
    say({ unusable: messageOf(error) });
    process.exit();
  },
);

function serve(config: MutationConfig): void {
  const { mutators = standardMutators } = config;
  const document = frozen(config.document);
  const { documentOf } = createMaker(document, mutators);
  const ownersOf = createOwners(reachOf(document));
  const subjectOf = (job: Recipe | 'original'): Subject =>
    job === 'original'
      ? { document, owners: undefined }
      : { document: frozenAnew(documentOf(job)), owners: ownersOf(job.site.pointer) };

  const judgement = async (job: Recipe | 'original'): Promise<Verdicts> => judge(config, subjectOf(job));

  parentPort?.on('message', (told: Told) => {
    if (told === 'rest') {
      process.on('beforeExit', () => {
        say('resting');
      });
      parentPort?.unref(); // so that it ends by itself, unless a suite keeps something open
      return;
    }
    if (told === 'end') {
      // Written when it has arrived: what a suite printed is not lost with the thread.
      process.stdout.write('', () =>
        process.stderr.write('', () => {
          say('drained');
        }),
      );
      return;
    }
    // A mutator that throws has made no mutant: that ends the run, and is not noticed by any suite.
    judgement(told).then(
      (verdicts) => {
        say({ verdicts });
      },
      (error: unknown) => {
        say({ wrong: messageOf(error) });
      },
    );
  });
  say({ ready: Object.keys(config.suites) });
}
