/** A worker thread: loads the configuration by itself, since functions do not travel, and judges the mutants that it is handed. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from './config.ts';
import { judge } from './judge.ts';

const { config, mutants } = await loadConfig(workerData as string);

parentPort?.on('message', (index: number | 'original') => {
  const mutant = index === 'original' ? undefined : mutants[index];
  const document = mutant ? mutant.document() : config.document;
  void judge(config, { document, owners: mutant?.owners }).then((verdicts) => parentPort?.postMessage(verdicts));
});
parentPort?.postMessage('ready');
