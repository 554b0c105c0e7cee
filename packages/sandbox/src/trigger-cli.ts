/** `wallet-sandbox trigger`: lets something happen to a sandbox that runs already. */
import { parseArgs } from 'node:util';
import { SCENARIOS } from './control/scenarios.ts';
import { checkRunning, RUNNING } from './running.ts';

const OPTIONS = {
  ...RUNNING,
  amount: { type: 'string' },
  address: { type: 'string' },
  'token-id': { type: 'string' },
  callback: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const width = Math.max(...Object.keys(SCENARIOS).map((name) => name.length));

/** What `trigger --help` prints. */
const USAGE = `Usage: wallet-sandbox trigger NAME [options]

${Object.entries(SCENARIOS)
  .map(([name, { what }]) => `  ${name.padEnd(width)}  ${what}`)
  .join('\n')}

  --url URL         where the sandbox is (default ${OPTIONS.url.default})
  --token TEXT      what its control asks for
  --wallet ID       default: the first wallet that the scenario fits
  --amount DECIMAL  in the main unit (default 0.01, or 1 of what has no decimals)
  --address TEXT    where a withdrawal goes (default: an address outside)
  --token-id TEXT   for ERC721 and ERC1155 wallets
  --callback        a callback tells of a withdrawal that failed or was dropped
  --json            prints what was done as JSON, with every ID
  --help            this text
`;

/** Carries it out. @throws Error that says what is wrong and what to do. */
export async function triggerFrom(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [scenario, ...more] = positionals;
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (scenario === undefined || more.length > 0) throw new Error(`trigger takes one name.\n\n${USAGE}`);
  if (!Object.hasOwn(SCENARIOS, scenario)) throw new Error(`There is no scenario ${scenario}.\n\n${USAGE}`);
  const { wallet, amount, address, callback } = values;
  checkRunning(values);
  const tokenId = values['token-id'];
  // a wallet ID may be beyond what a number holds: it is written as it is
  const rest = JSON.stringify({ scenario, amount, address, tokenId, callback });
  const body = wallet === undefined ? rest : `{"walletId":${wallet},${rest.slice(1)}`;
  const answer = await post(values.url, values.token, body);
  process.stdout.write(values.json ? `${answer.text}\n` : inLines(answer.value));
}

async function post(
  base: string,
  token: string | undefined,
  body: string,
): Promise<{ readonly text: string; readonly value: Record<string, unknown> }> {
  let response: Response;
  try {
    response = await fetch(`${base.replace(/\/+$/, '')}/_sandbox/trigger`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body,
    });
  } catch {
    throw new Error(`There is no sandbox at ${base}. Start one, or name where it is with --url URL.`);
  }
  const text = await response.text();
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(`What is at ${base} is no sandbox: it answers ${String(response.status)}. Name it with --url URL.`);
  }
  if (!response.ok) throw new Error(typeof value.error === 'string' ? value.error : text);
  return { text, value };
}

/** The steps, then each ID to look at. */
function inLines({ did, ...found }: Record<string, unknown>): string {
  const ids = Object.entries(found).map(([name, value]) => `${name} ${String(value)}`);
  return [...(did as readonly string[]), ...ids, ''].join('\n');
}
