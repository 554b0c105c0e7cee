/** A worker thread: loads the run by itself, since functions do not travel, makes each mutant that it is handed, and judges it. */
import { parentPort, workerData } from 'node:worker_threads';
import { judge } from './judge.ts';
import { createMaker, type Recipe } from './mutants.ts';
import { standardMutators } from './mutators/standard.ts';
import { createOwners, reachOf } from './references/owners.ts';
import { loadConfig, type Source } from './source.ts';

const config = await loadConfig(workerData as Source);
const { document, mutators = standardMutators } = config;
const make = createMaker(document, mutators);
const ownersOf = createOwners(reachOf(document));

parentPort?.on('message', (job: Recipe | 'original') => {
  const subject =
    job === 'original' ? { document, owners: undefined } : { document: make(job), owners: ownersOf(job.site.pointer) };
  judge(config, subject).then(
    (verdicts) => parentPort?.postMessage({ verdicts }),
    (error: unknown) => parentPort?.postMessage({ wrong: error instanceof Error ? error.message : String(error) }),
  );
});
parentPort?.postMessage('ready');
