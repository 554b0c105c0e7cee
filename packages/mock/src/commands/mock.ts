/** `wallet-mock`: the mock. */
import { parseArgs } from 'node:util';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { bufferedOutput, onSignal } from '@wallet-operations/serving';
import { operationsOf } from '@wallet-operations/validator';
import { preferencesIn } from '../answer/preferences.ts';
import { type Fault, FAULTS } from '../faults/fault.ts';
import { FaultError, readFault } from '../faults/read.ts';
import { startMock } from '../serve/mock.ts';
import { UsageError } from '@wallet-operations/reports';
import { firstRequest } from './first-request.ts';
import { mockLine } from './log-lines.ts';
import { COMMON_OPTIONS, COMMON_USAGE, placeOf } from './options.ts';

const USAGE = `Usage: wallet-mock [options]
       wallet-mock proxy --upstream URL [options]

Answers all operations of the wallet interface from the examples of its OpenAPI
document, or, as a proxy, holds the real service against it.

  --dynamic       generates bodies from the schemas instead of giving examples
  --seed TEXT     with --dynamic: the same request always gets the same body
  --cors          lets pages of any origin call it
  --fault TEXT    what goes wrong with each request, as after "Prefer: fault=";
                  may be given several times
${faultLines()}
                  all but the last two take first=N, too, for the first N sends
                  of the same request, and all take operationId=NAME:
                  'lost-answer; first=1; operationId=withdrawAssets'
${COMMON_USAGE}`;

/** The faults, each with what it does, under the text of the option. */
function faultLines(): string {
  const width = Math.max(...Object.keys(FAULTS).map(({ length }) => length));
  const lines = Object.entries(FAULTS).map(([name, what]) => `${' '.repeat(20)}${name.padEnd(width)}  ${what}`);
  return lines.join('\n');
}

/** Runs the mock until it is stopped. */
export async function mockCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON_OPTIONS,
      dynamic: { type: 'boolean', default: false },
      seed: { type: 'string' },
      cors: { type: 'boolean', default: false },
      fault: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { dynamic, seed, cors, quiet, overlay, fault } = values;
  if (seed !== undefined && !dynamic) throw new UsageError('--seed does something only with --dynamic: give both');
  const place = placeOf(values);
  const write = bufferedOutput(process.stdout);
  const mock = await startMock({
    ...place,
    dynamic,
    cors,
    fault: fault.map(faultOf),
    ...(seed !== undefined && { seed }),
    ...(overlay !== undefined && { overlay }),
    ...(!quiet && {
      log: (entry) => {
        write(`${mockLine(entry)}\n`);
      },
    }),
  });
  onSignal(mock.close);
  write(`Mock  ${mock.url}\n\n${firstRequest(mock.url, place.product, overlay)}\n\n`);
}

function faultOf(text: string): Fault {
  try {
    return readFault(preferencesIn(`fault=${text}`), operationIds());
  } catch (error) {
    throw error instanceof FaultError ? new UsageError(`--fault: ${error.message}`) : error;
  }
}

const operationIds = (): string[] => operationsOf(bundled).map(({ operationId }) => operationId);
