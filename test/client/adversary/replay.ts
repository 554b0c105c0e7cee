/** Plays one schedule again and prints its trace: `node test/client/adversary/replay.ts SEED`, or a family, its world and choices. */
import { client } from './client.ts';
import { runScript } from './enumerate.ts';
import { ONE, TWO } from './families.ts';
import { Lie } from './judge.ts';
import { runSeed } from './random.ts';

const [what = '', world = '0', choices = ''] = process.argv.slice(2);
const family = [...ONE, ...TWO].find(({ name }) => name === what);
const log = (line: string): void => {
  console.log(line);
};
if (family) log(`${what}: ${String(family.worlds[Number(world)]?.name)}`);
const script = { choices: choices.split(',').map(Number), options: [] };
const played = family ? runScript(client, family, Number(world), script, log) : runSeed(client, Number(what), log);
await played.catch((error: unknown) => {
  process.exitCode = 1;
  log(error instanceof Lie ? error.message : String((error as Error).stack));
});
