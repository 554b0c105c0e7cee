/** `wallet-conform write`: the one command that writes, with a word, a cap and a ledger; and its plan. */
import { parseArgs } from 'node:util';
import { toMainUnit } from '@wallet-operations/client';
import { lockFilesOf, UsageError } from '@wallet-operations/reports';
import { createRecording, writeTranscript, type Interface } from '@wallet-operations/transcript';
import { isProved, writtenJson, writtenJunit, writtenMarkdown, writtenTerminal } from '../report/written.ts';
import { assumedWay } from '../run/admission.ts';
import type { Way } from '../send/signer.ts';
import { asReadBy } from '../send/as-read.ts';
import { createWritingGate } from '../send/writing-gate.ts';
import { schemeOf } from '../signing/schemes.ts';
import { admit } from '../write/admission.ts';
import { createCalls } from '../write/calls.ts';
import { LedgerError } from '../write/ledger-error.ts';
import { isOpen, type Entry } from '../write/ledger-line.ts';
import { openLedger } from '../write/ledger.ts';
import { hasWork, writePack } from '../write/pack.ts';
import { DECIMALS, unitName, type Writing } from '../write/writing.ts';
import { baseOf, readConfig, type Config } from './config.ts';
import { dropUnwritten, prepareFiles, serviceWith } from './judged.ts';
import { wholeNumber, WRITE_OPTIONS } from './options.ts';
import { createOutput } from './output.ts';
import type { Surroundings } from './surroundings.ts';
import { writingOf } from './writing-config.ts';

/** The reports that are written, by option. */
const WRITTEN = { json: writtenJson, junit: writtenJunit, markdown: writtenMarkdown } as const;

/** What has to be said for anything to be sent: it changes with what is paid. */
export const wordOf = (writing: Writing): string => `${writing.amount} ${unitName(writing)}`;

/** Writes. @returns the exit code */
export async function writeCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: WRITE_OPTIONS });
  const { write, complain, environment, clock, signal } = surroundings;
  const { config: file, ledger: path } = values;
  if (file === undefined || file === '') throw new UsageError('To write needs --config FILE.');
  if (path === undefined || path === '')
    throw new UsageError('To write needs --ledger FILE: what was sent stands there before it is.');
  const config = readConfig(file, environment, { withSecrets: true });
  const writing = writingOf(config, file);
  if (values['yes-spend'] !== wordOf(writing))
    throw new UsageError(
      `To write needs the word that it may: --yes-spend ${JSON.stringify(wordOf(writing))}, which is amount and currency of ${file}. plan --write shows all that it does.`,
    );
  const { readOnly, wallets, product } = config;
  if (!readOnly) throw new TypeError('writing has no readOnly');
  const base = baseOf(values['base-url'], config, 'To write');
  const service = serviceWith(values.overlay);
  const way = wayOf(service, values.scheme);
  const wait = wholeNumber('wait', values.wait, 0, 86_400) * 1000;
  const pace = {
    callsPerMinute: wholeNumber('calls', values.calls, 1, 1e6),
    share: wholeNumber('share', values.share, 1, 100) / 100,
  };
  const { wallet, currency, token = null } = writing;
  const secrets = [...wallets, readOnly].flatMap(({ apiCode, secret }) => [apiCode, secret]);
  const output = createOutput({ write, complain }, secrets);
  const ledger = openLedger(path, { service: base, product, wallet, currency, token }, clock.now);
  const prepared: Partial<typeof values> = {};
  try {
    const inputs = [file, ledger.place, ...lockFilesOf(ledger.place), values.overlay, ...config.files].filter(
      (input) => input !== undefined,
    );
    prepareFiles(values, inputs); // the ledger is there by now, so that whatever leads to it is seen to
    Object.assign(prepared, values);
    const lost = ledger.entries.find((entry) => isOpen(entry) && !wallets.some(isThatOf(entry)));
    if (lost)
      throw new UsageError(
        `${file} has no wallet ${lost.intent.wallet}, and write ${String(lost.write)} of the ledger is open there: give it among wallets. Nothing was sent.`,
      );
    if (!hasWork({ writing, ledger }))
      throw new UsageError(
        `${path} has no room for ${wordOf(writing)} more: with it the withdrawals would come to more than at_most. Nothing was sent.`,
      );
    const codes = codesOf(config, writing, ledger.entries);
    const target = { base, product };
    const recording = createRecording(service.document, product, clock.now);
    const asRead = asReadBy(service, serviceWith(undefined));
    const gate = createWritingGate({ service, target, recording, asRead, signal });
    const calls = createCalls({ target, wallets, readOnly, way, pace, clock, gate, signal });
    const written = await writePack({ calls, ledger, writing, wait }, () =>
      admit(calls, codes, writing, service.document),
    );
    const spent = toMainUnit(ledger.counted(), DECIMALS);
    const report = { ...written, spent, atMost: writing.atMost, unit: unitName(writing) };
    output.say(writtenTerminal(report)); // first, for what follows may fail
    const files = { ...WRITTEN, transcript: () => writeTranscript(recording.transcript()) };
    const isWritten = output.files(
      Object.entries(files).flatMap(([option, made]) => {
        const path = values[option as keyof typeof files];
        return path === undefined ? [] : [{ option, file: path, text: () => made(report) }];
      }),
      inputs,
    );
    if (!('fault' in written) && isWritten) return isProved(written) ? 0 : 1;
    if ('fault' in written) output.complain(`${wordsOf(written.fault)}\n`);
    if (!isWritten)
      output.complain(
        'What was sent stands in the ledger: look there before you run it again, for another run may pay again.\n',
      );
    return 2;
  } finally {
    ledger.close();
    dropUnwritten(prepared, output); // what was refused is not ours
  }
}

const isThatOf =
  ({ intent }: Entry) =>
  ({ walletId }: Config['wallets'][number]): boolean =>
    walletId === intent.wallet;

function wordsOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'Something was thrown.';
  return fault instanceof LedgerError ? fault.message : `${fault.name}: ${fault.message}`;
}

/** How requests are signed: as assumed or answered, or by the scheme that a run has found. */
function wayOf(service: Interface, scheme: string | undefined): Way {
  const way = assumedWay(service);
  if (way.unit !== 'seconds')
    throw new UsageError(
      't is in milliseconds by the overlay. The client that writes has it in seconds: build it with the overlay.',
    );
  if (scheme === undefined) return way;
  try {
    return { ...way, scheme: schemeOf(scheme) };
  } catch (error) {
    throw new UsageError(`--scheme: ${(error as Error).message}`);
  }
}

/** The codes of the wallets that are used, by their IDs: to write, and to look up what is open. */
function codesOf(
  { wallets }: Config,
  { wallet, depositAddress }: Writing,
  entries: readonly Entry[],
): ReadonlyMap<string, string> {
  const used = [wallet, depositAddress?.wallet, ...entries.filter(isOpen).map(({ intent }) => intent.wallet)];
  return new Map(
    wallets.filter(({ walletId }) => used.includes(walletId)).map(({ walletId, apiCode }) => [walletId, apiCode]),
  );
}
