/** `wallet-conform plan`: every call that a run would make. Nothing is sent. */
import { parseArgs } from 'node:util';
import { UsageError } from '@wallet-operations/reports';
import { mostOf, type Asked, type Known, type Step } from '../calls/asked.ts';
import { planOf } from '../calls/plan.ts';
import { mostInWindow } from '../calls/window.ts';
import type { Interface } from '@wallet-operations/transcript';
import { MOST_FAILURES, MOST_REPLAYS, MOST_SLOW, MOST_UNTIMELY, MOST_WAITS } from '../run/caller.ts';
import { mostWaysToSign } from '../signing/schemes.ts';
import { readConfig } from './config.ts';
import type { Surroundings } from './surroundings.ts';
import { RUN_OPTIONS, wholeNumber } from './options.ts';
import { serviceWith } from './judged.ts';
import { linesOfWriting } from './write-plan.ts';
import { writingOf } from './writing-config.ts';

/** Lists the calls. @returns the exit code */
export function planCommand(args: readonly string[], { write, environment }: Surroundings): number {
  const options = { ...RUN_OPTIONS, write: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.config === undefined || values.config === '') throw new UsageError('A plan needs --config FILE.');
  const service = serviceWith(values.overlay);
  const config = readConfig(values.config, environment, { withSecrets: false });
  const { wallets } = config;
  if (values.write) {
    write(`${linesOfWriting(service, writingOf(config, values.config), values.config).join('\n')}\n`);
    return 0;
  }
  const known: Known = {
    wallets: wallets.map(({ kind, walletId }, place) => ({ kind, walletId, place })),
    bodies: () => [],
    probes: [],
    answered: () => [],
    now: 0,
  };
  const steps = planOf(service, { madeUpCode: values['made-up-code'] });
  const lines = [...firstOf(service, wallets.length), ...steps.flatMap((step) => linesOf(service, step, known))];
  const most = steps.reduce((sum, step) => sum + mostOf(step, known), 0) + wallets.length + 3;
  const perMinute = (wholeNumber('calls', values.calls, 1, 1e6) * wholeNumber('share', values.share, 1, 100)) / 100;
  write(`${lines.join('\n')}\n\n`);
  const tries = wholeNumber('tries', values.tries, 1, 10_000) + mostWaysToSign();
  const inWindow = mostInWindow(service);
  write(
    `Up to ${String(most)} calls where the service does as the document says, one after the other, ${String(perMinute)} a minute: some ${String(Math.ceil(most / perMinute))} minutes.\n`,
  );
  write(
    `Where the service refuses the assumed checksum, up to ${String(tries)} more; where t has another window, up to ${String(inWindow)} more.\n`,
  );
  write(
    `Where it takes a call for one that it had seen, up to ${String(MOST_REPLAYS)} more in all; where it is called too often, up to ${String(MOST_WAITS)} more, each after a wait.\n`,
  );
  write(
    `Where no answer comes, or a status of 500 or above, up to ${String(MOST_FAILURES)} more in all; where one comes too late to tell of t, up to ${String(MOST_SLOW)} more.\n`,
  );
  const untimely = MOST_UNTIMELY + 2 * new Set(steps.map(({ operationId }) => operationId)).size;
  write(`Where a t is refused that is made as those which were taken, up to ${String(untimely)} more in all.\n`);
  const again = MOST_REPLAYS + MOST_WAITS + MOST_FAILURES + MOST_SLOW + untimely;
  write(`At most ${String(most + tries + inWindow + again)} calls in all.\n`);
  write('Nothing was sent.\n');
  return 0;
}

/** What gets the run in, before any step. */
function firstOf({ operation }: Interface, wallets: number): string[] {
  const line = (operationId: string, wallet: number, what: string): string => {
    const { method, path } = operation(operationId);
    return `${method} ${path.replace('{WALLET_ID}', `{wallet ${String(wallet)}}`)}${what}`;
  };
  const status = '  getApiCodeStatus: whether its code is the activated one';
  return [
    line('getApiCodeStatus', 1, '  getApiCodeStatus: whether the checksum is the assumed one'),
    ...Array.from({ length: wallets }, (_, i) => line('getApiCodeStatus', i + 1, status)),
    line('listCallbacks', 1, '?type=-1&from_time=…  listCallbacks: whether it is with a query, too'),
    line('getCallbacksById', 1, ' {"ids":[1]}  getCallbacksById: whether it is with a body, too'),
  ];
}

/** A line for each call; for those that hang on answers, one that says so. */
function linesOf(service: Interface, step: Step, known: Known): string[] {
  const calls = step.make(known);
  const { method, path } = service.operation(step.operationId);
  const what = `${step.operationId}: ${step.what}`;
  if (calls.length === 0)
    return [`${method} ${path}  ${what}; up to ${String(mostOf(step, known))}, with what answers before show`];
  return calls.map((call) => `${method} ${targetOf(path, call)}  ${what}`);
}

function targetOf(path: string, { caller, path: given = {}, query = [], body }: Asked): string {
  const wallet = caller === 'read-only' ? '' : `{wallet ${String(caller + 1)}}`;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    short(given[name] ?? (name === 'WALLET_ID' ? wallet : `{${name}}`)),
  );
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
  return `${filled}${pairs === '' ? '' : `?${pairs}`}${body === undefined ? '' : ` ${short(JSON.stringify(body))}`}`;
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
