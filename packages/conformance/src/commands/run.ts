/** `wallet-conform run`: makes the calls, writes down what came, and judges that. */
import { parseArgs } from 'node:util';
import { UsageError } from '@wallet-operations/reports';
import { readTranscript } from '@wallet-operations/transcript';
import type { Progress } from '../run/options.ts';
import { record } from '../run/run.ts';
import { heard } from '../send/heard.ts';
import { schemesOf } from '../signing/schemes.ts';
import { baseOf, readConfig } from './config.ts';
import { readAccepted } from '../verdict/accepted.ts';
import { dropUnwritten, prepareFiles, report, serviceWith } from './judged.ts';
import type { Surroundings } from './surroundings.ts';
import { REPORT_OPTIONS, RUN_OPTIONS, wholeNumber } from './options.ts';
import { createOutput } from './output.ts';
import { writtenDown } from './written-down.ts';

const UNMATCHED = `no way to sign that the run knows gives knownRequest its checksum. See that method, path, query, body, t and secret are those that it was made with.
If they are, the service signs in another way, and no way that the run would try is admitted: write to your operator.`;

/** Makes a run. @returns the exit code */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const options = { ...REPORT_OPTIONS, ...RUN_OPTIONS, transcript: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { write, complain, environment, clock, isTerminal, signal, hold, release } = surroundings;
  if (values.config === undefined || values.config === '') throw new UsageError('A run needs --config FILE.');
  const config = readConfig(values.config, environment, { withSecrets: true });
  const base = baseOf(values['base-url'], config, 'A run');
  const product = values.product ?? config.product;
  if (!/^[\w-]+$/.test(product)) throw new UsageError('--product takes letters, digits, _ and -.');
  const service = serviceWith(values.overlay);
  const pace = {
    callsPerMinute: wholeNumber('calls', values.calls, 1, 1e6),
    share: wholeNumber('share', values.share, 1, 100) / 100,
  };
  const tries = wholeNumber('tries', values.tries, 1, 10_000);
  if (config.knownRequest && schemesOf(config.knownRequest).length === 0)
    throw new UsageError(`${values.config}: ${UNMATCHED}`);
  const accepted = readAccepted(values.accepted);
  const inputs = [values.config, values.accepted, values.overlay, ...config.files].filter((file) => file !== undefined);
  prepareFiles(values, inputs);

  const { wallets, readOnly, knownRequest } = config;
  const secrets = [...wallets, ...(readOnly ? [readOnly] : []), ...(knownRequest ? [knownRequest] : [])].flatMap(
    (one) => [one.secret, ...('apiCode' in one ? [one.apiCode] : [])],
  );
  const output = createOutput({ write, complain }, secrets);
  const progress = values.quiet ? () => undefined : createProgress(output.say, isTerminal);
  hold?.();
  try {
    const { fault, ...raw } = await record({
      ...{ service, target: { base, product }, wallets, readOnly, knownRequest, pace, tries, clock, progress },
      madeUpCode: values['made-up-code'],
      notice(sentence) {
        output.say(`${isTerminal ? '\r\x1b[K' : ''}${sentence}\n`);
      },
      ...(signal && { signal }),
    });
    if (!values.quiet) output.say(isTerminal ? '\r\x1b[K\n' : '\n');
    // Everything from here on knows of the run what is written down, and nothing else.
    const { text, lost } = writtenDown(service, raw);
    const path = values.transcript;
    const isWritten = output.files(
      path === undefined ? [] : [{ option: 'transcript', file: path, text: () => text }],
      inputs,
    );
    dropUnwritten(values, output); // who ends it while it judges gets no empty report
    await heard();
    release?.(raw.stopped === 'interrupted');
    const transcript = readTranscript(text, path ?? 'the transcript');
    const exitCode = report(service, [transcript], { wanted: values, accepted, inputs }, output);
    if (fault === undefined && lost === 0) return isWritten ? exitCode : 2;
    const what = fault instanceof Error ? `${fault.name}: ${fault.message}` : 'something is not written down';
    output.complain(
      `A fault of the run itself ended it (${what}). What came until then is judged${lost > 0 ? `, but for ${String(lost)} calls that could not be written down` : ''}. Please report this.\n`,
    );
    return 2;
  } catch (error) {
    dropUnwritten(values, output);
    throw error;
  }
}

/** On a terminal one line that moves on; in a log a line for each operation. */
function createProgress(say: (text: string) => void, isTerminal: boolean): (progress: Progress) => void {
  let before = '';
  return ({ calls, step, operationId, status, waits }) => {
    const isWaiting = waits > 0;
    const came = isWaiting
      ? `called too often: it waits for ${String(Math.ceil(waits / 1000))} seconds`
      : String(status ?? 'no answer');
    if (isTerminal) say(`\r\x1b[K${`${String(calls)} ${step} ${came}`.slice(0, 79)}`);
    else if (operationId !== before || isWaiting)
      say(`${String(calls)} ${operationId} ${isWaiting ? came : ''}`.trimEnd() + '\n');
    before = operationId;
  };
}
