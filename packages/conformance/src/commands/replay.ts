/** `wallet-conform replay`: judges a transcript as the run did that wrote it, and what a proxy recorded. Nothing is sent. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from '@wallet-operations/reports';
import { readTranscript } from '@wallet-operations/transcript';
import { readAccepted } from '../verdict/accepted.ts';
import { dropUnwritten, prepareFiles, report, serviceWith } from './judged.ts';
import type { Surroundings } from './surroundings.ts';
import { REPORT_OPTIONS } from './options.ts';
import { createOutput } from './output.ts';

/** Judges. @returns the exit code */
export function replayCommand(args: readonly string[], { write, complain, release }: Surroundings): number {
  const { values, positionals } = parseArgs({ args: [...args], options: REPORT_OPTIONS, allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('replay takes a transcript, or several.');
  const service = serviceWith(values.overlay);
  const transcripts = positionals.map((file) => readTranscript(textOf(file), file));
  const accepted = readAccepted(values.accepted);
  const inputs = [...positionals, values.accepted, values.overlay].filter((file) => file !== undefined);
  prepareFiles(values, inputs);
  const output = createOutput({ write, complain }, []);
  dropUnwritten(values, output); // who ends it while it judges gets no empty report
  release?.(false);
  try {
    return report(service, transcripts, { wanted: values, accepted, inputs }, output);
  } catch (error) {
    dropUnwritten(values, output);
    throw error;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
}
