/** How long a program waits until it has loaded a client. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compare, inTurn, own } from '../compare.ts';
import { ROOT } from '../document.ts';
import { MODULES } from '../peers.ts';
import type { Bench, Comparison } from '../suite.ts';

const run = promisify(execFile);

export default async function importing(bench: Bench): Promise<Comparison[]> {
  /** Milliseconds that the import takes in a process of its own, as it says itself. */
  const loading = (name: string, from: string) => async (): Promise<number> => {
    const code = `const start = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - start);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: from });
    return Number(stdout);
  };
  const peers = join(MODULES, '..');
  const series = await inTurn(bench, 'importing', 15, {
    'openapi-fetch': loading('openapi-fetch', ROOT),
    axios: loading('axios', peers),
    ky: loading('ky', peers),
    openai: loading('openai', peers),
    stripe: loading('stripe', peers),
    ours: loading(pathToFileURL(join(bench.folder, 'client', 'index.js')).href, ROOT),
    'our callbacks': loading(pathToFileURL(join(bench.folder, 'client', 'callbacks.js')).href, ROOT),
  });
  return [
    compare({ title: 'Time to import', unit: 'ms', better: 'less' }, series, { ours: own(), 'our callbacks': own() }),
  ];
}
