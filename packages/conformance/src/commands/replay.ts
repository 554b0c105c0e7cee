/** `wallet-conform replay`: judges a transcript as the run did that wrote it. Nothing is sent. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from '@wallet-operations/reports';
import { prepareFiles, report, serviceWith } from './judged.ts';
import type { Surroundings } from './surroundings.ts';
import { REPORT_OPTIONS } from './options.ts';
import { createOutput } from './output.ts';

/** Judges. @returns the exit code */
export function replayCommand(args: readonly string[], { write }: Surroundings): number {
  const { values, positionals } = parseArgs({ args: [...args], options: REPORT_OPTIONS, allowPositionals: true });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('replay takes one transcript.');
  const service = serviceWith(values.overlay);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
  prepareFiles(values);
  return report(service, text, file, values, createOutput(write, []));
}
