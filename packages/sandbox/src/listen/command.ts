/** `wallet-sandbox listen`, the command. */
import { parseArgs } from 'node:util';
import { bufferedOutput } from '@wallet-operations/serving';
import { checkRunning, checkUrl, RUNNING } from '../running.ts';
import { listen } from './listen.ts';

const USAGE = `Usage: wallet-sandbox listen --forward-to URL [options]

Forwards the callbacks of a running sandbox to a receiver: the same bytes,
headers and signature. While it listens, they go there and nowhere else, also
those of wallets without a callbackUrl. What the receiver answers counts as its
answer: a 200 acknowledges, anything else comes again on schedule. Who listens
later for the same takes over.

  --forward-to URL  where to, such as http://localhost:3000/callbacks
  --url URL         the sandbox (default http://127.0.0.1:4020)
  --token TEXT      what its control asks for (default: nothing)
  --wallet ID       the callbacks of this wallet alone (default: of all)
  --help            this text
`;

const OPTIONS = { ...RUNNING, 'forward-to': { type: 'string' } } as const;

/** Runs it until a signal ends it. @throws Error for what is wrong with its options, or what the sandbox refuses */
export async function runListen(args: readonly string[]): Promise<void> {
  const { values } = read(args);
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { url, token, wallet, 'forward-to': forwardTo } = values;
  if (forwardTo === undefined) throw new Error(`listen needs --forward-to URL.\n\n${USAGE}`);
  checkUrl('forward-to', forwardTo);
  checkRunning(values);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
  await listen({ url, token, walletId: wallet, forwardTo, write: bufferedOutput(process.stdout) });
}

/** @throws Error with the usage of this command, and not that of the sandbox */
function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}
