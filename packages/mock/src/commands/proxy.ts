/** `wallet-mock proxy`: the validating proxy. */
import { parseArgs } from 'node:util';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf } from '../document.ts';
import { proxyLine } from '../log.ts';
import { startProxy } from '../proxy/server.ts';
import { table } from '../proxy/table.ts';
import { createWriter } from '../writer.ts';
import { UsageError } from './explain.ts';
import { COMMON_OPTIONS, COMMON_USAGE, placeOf } from './options.ts';
import { onSignal } from './stop.ts';

const USAGE = `Usage: wallet-mock proxy --upstream URL [options]

Passes requests to the service at URL and its answers back, untouched, and
reports each that breaks the OpenAPI document. SIGINT (Ctrl-C) or SIGTERM stops
it: it then prints what it saw, and exits with 0 if all was as documented, with
1 if something was not, or if nothing was answered.

  --upstream URL  address of the service
${COMMON_USAGE}`;

/** Runs the proxy until it is stopped, then reports. */
export async function proxyCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { ...COMMON_OPTIONS, upstream: { type: 'string' } } });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { upstream, quiet } = values;
  if (upstream === undefined) throw new UsageError('A proxy needs an upstream: give --upstream URL');
  const write = createWriter(process.stdout);
  const proxy = await startProxy({
    ...placeOf(values),
    upstream,
    ...(!quiet && {
      log: (entry) => {
        write(`${proxyLine(entry)}\n`);
      },
    }),
  });
  onSignal(proxy, () => {
    const report = proxy.report();
    write(`\n${table(report, operationsOf(bundled).length)}`);
    process.exitCode = report.ok ? 0 : 1;
  });
  write(`Proxy ${proxy.url} for ${upstream}\n\n`);
}
