/** `wallet-mock proxy`: the validating proxy. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withAnswersOf } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { bufferedOutput, onSignal } from '@wallet-operations/serving';
import { operationsOf } from '@wallet-operations/validator';
import { FAILING_KINDS, type Kind } from '../proxy/kinds.ts';
import { startProxy } from '../proxy/proxy.ts';
import type { ProxyReport } from '../proxy/report.ts';
import { lock, lockFilesOf, ready, refuseRead, refuseSame, UsageError } from '@wallet-operations/reports';
import { createRecording } from '@wallet-operations/transcript';
import { proxyLine } from './log-lines.ts';
import { COMMON_OPTIONS, COMMON_USAGE, placeOf } from './options.ts';
import { recordingFile } from './record.ts';
import { isWritten } from './reports/file.ts';
import { github } from './reports/github.ts';
import { createHar } from './reports/har.ts';
import { json } from './reports/json.ts';
import { junit } from './reports/junit.ts';
import { table } from './reports/table.ts';

const USAGE = `Usage: wallet-mock proxy --upstream URL [options]

Passes requests to the service at URL and its answers back, untouched, and
reports each that breaks the OpenAPI document. SIGINT (Ctrl-C) or SIGTERM stops
it: it then prints what it saw, and exits with 0 if all was well, with 1 if
there were problems, if too little was seen, or if no operation of the document
got a whole answer.

  --upstream URL  address of the service
  --fail-on KINDS which breaches are problems, with commas between them, or none
                  (default ${FAILING_KINDS.join(',')})
                    request       a wrong request that was refused (4xx)
                    answer        an answer that breaks the document
                    undocumented  a field, a status, an error or a path that
                                  the document does not have
                    accepted      a wrong request that was accepted; takes
                                  doubtful along
                    doubtful      a wrong request that was perhaps accepted:
                                  no answer came, or neither 2xx nor 4xx
                    unchecked     no whole answer, or no whole request, so it
                                  was not checked
  --min-coverage PERCENT
                  how much of the documented answers has to be seen; lists
                  what was never seen
  --json FILE     writes the report as JSON
  --junit FILE    writes the report as JUnit XML
  --har FILE      writes the exchanges as an HTTP Archive, without any values
  --record FILE   writes a transcript while calls pass, without any value of
                  anybody, for wallet-conform replay; a new one at each start
  --github        prints the report as annotations of a GitHub workflow, too
  --ca FILE       certificates in PEM to trust besides the usual ones
  --insecure      trusts any certificate: only for a test on your own machine
${COMMON_USAGE}`;

const OPTIONS = {
  ...COMMON_OPTIONS,
  upstream: { type: 'string' },
  'fail-on': { type: 'string', default: FAILING_KINDS.join(',') },
  'min-coverage': { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  har: { type: 'string' },
  record: { type: 'string' },
  github: { type: 'boolean', default: false },
  ca: { type: 'string' },
  insecure: { type: 'boolean', default: false },
} as const;

/** Runs the proxy until it is stopped, then reports. */
export async function proxyCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { upstream, quiet, overlay, insecure, ca, 'min-coverage': minCoverage } = values;
  if (upstream === undefined) throw new UsageError('A proxy needs an upstream: give --upstream URL');
  const document = withAnswersOf(bundled, overlay);
  const write = bufferedOutput(process.stdout);
  const har = values.har === undefined || !URL.canParse(upstream) ? undefined : createHar(upstream);
  const place = placeOf(values);
  const trusted = ca === undefined ? {} : { ca: certificates(ca) };
  const recorded =
    values.record === undefined
      ? undefined
      : recordingFile(values.record, createRecording(document, place.product), (text) => process.stderr.write(text));

  /** What is written into each file. */
  const files: Record<Report, (report: ProxyReport) => string> = { json, junit, har: () => har?.text() ?? '' };
  const wanted = REPORTS.flatMap((option) =>
    filesOf(option, values[option]).map((each) => ({ ...each, text: files[option] })),
  );
  const written = [...wanted, ...filesOf('record', values.record).map((each) => ({ ...each, isReplaced: true }))];
  const inputs = [overlay, ca].filter((file) => file !== undefined);
  const { empty, leave } = ready(written, inputs);
  const starting = (async () => {
    if (values.record !== undefined) {
      const own = lockFilesOf(values.record).map((file) => ({ option: 'record', file }));
      refuseSame([...wanted, ...own]);
      refuseRead(own, inputs);
      recorded?.keep(lock(values.record)); // another proxy may be writing it
    }
    return startProxy({
      ...place,
      ...(recorded && { recording: recorded.recording }),
      upstream,
      document,
      insecure,
      ...trusted,
      failOn: kindsOf(values['fail-on']),
      ...(minCoverage !== undefined && { minCoverage: minCoverage.trim() === '' ? NaN : Number(minCoverage) }),
      log: (entry) => {
        har?.add(entry);
        if (!quiet) write(`${proxyLine(entry)}\n`);
      },
    });
  })();
  const stop = (): Promise<void> =>
    starting.then(
      ({ close }) => close(),
      () => undefined, // which is said below
    );
  // before it can be called: whoever waits for its port may tell it at once to stop
  onSignal(stop, () => {
    const report = proxy.report();
    const operationsInAll = operationsOf(document).length;
    write(`\n${table(report, { operationsInAll, missing: minCoverage !== undefined })}`);
    if (values.github) write(github(report));
    const areWritten = [
      ...wanted.map((one) => isWritten(one, one.text(report), [...inputs, ...(recorded?.files() ?? [])])),
      recorded?.end() ?? true,
    ];
    process.exitCode = report.ok && areWritten.every(Boolean) ? 0 : 1;
  });
  const proxy = await starting.catch((error: unknown) => {
    leave(); // one that cannot start leaves all as it is
    throw error;
  });
  empty();
  recorded?.begin();
  if (insecure)
    process.stderr.write('--insecure: any certificate is trusted. Whoever is in between can read and change it all.\n');
  write(`Proxy ${proxy.url} for ${upstream}\n\n`);
}

const REPORTS = ['json', 'junit', 'har'] as const;
type Report = (typeof REPORTS)[number];

const filesOf = <Option extends Report | 'record'>(option: Option, file: string | undefined) =>
  file === undefined ? [] : [{ option, file }];

/** `none` is the way to say that nothing fails: an empty variable of a script says nothing. */
const kindsOf = (text: string): Kind[] => (text === 'none' ? [] : text.split(',').map((name) => name.trim() as Kind)); // startProxy refuses what is no kind

function certificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--ca cannot be read: ${(error as Error).message}. Give a file of certificates in PEM.`);
  }
}
