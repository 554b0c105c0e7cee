/** `wallet-mock`: the mock. */
import { parseArgs } from 'node:util';
import { mockLine } from '../log.ts';
import { sampleRequest } from '../sample.ts';
import { startMock } from '../server.ts';
import { createWriter } from '../writer.ts';
import { UsageError } from './explain.ts';
import { COMMON_OPTIONS, COMMON_USAGE, placeOf } from './options.ts';
import { onSignal } from './stop.ts';

const USAGE = `Usage: wallet-mock [options]
       wallet-mock proxy --upstream URL [options]

Answers all operations of the wallet interface from the examples of its OpenAPI
document, or, as a proxy, holds the real service against it.

  --dynamic       generates bodies from the schemas instead of giving examples
  --seed TEXT     with --dynamic: the same request always gets the same body
  --cors          lets pages of any origin call it
${COMMON_USAGE}`;

/** Runs the mock until it is stopped. */
export async function mockCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON_OPTIONS,
      dynamic: { type: 'boolean', default: false },
      seed: { type: 'string' },
      cors: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { dynamic, seed, cors, quiet } = values;
  if (seed !== undefined && !dynamic) throw new UsageError('--seed does something only with --dynamic: give both');
  const place = placeOf(values);
  const write = createWriter(process.stdout);
  const mock = await startMock({
    ...place,
    dynamic,
    cors,
    ...(seed !== undefined && { seed }),
    ...(!quiet && {
      log: (entry) => {
        write(`${mockLine(entry)}\n`);
      },
    }),
  });
  onSignal(mock);
  write(`Mock  ${mock.url}\n\n${sampleRequest(mock.url, place.product)}\n\n`);
}
