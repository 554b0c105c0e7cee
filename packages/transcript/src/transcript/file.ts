/** Transcripts as files: a line for the run, and one for each exchange, so that a difference of two is readable. */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { isNode } from '@wallet-operations/validator';
import type { Exchange, Transcript } from './transcript.ts';

/** What the first line says of itself; another number is another form. */
const FORM = 'wallet-conform transcript 1';

/** Of a file that is no transcript. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
}

/** The text of a transcript. */
export function writeTranscript({ exchanges, ...run }: Transcript): string {
  const lines = [{ form: FORM, ...run, exchanges: exchanges.length }, ...exchanges];
  return lines.map((line) => `${stringifyJson(line)}\n`).join('');
}

/** @throws TranscriptError for a text that is none, with its line. */
export function readTranscript(text: string, file: string): Transcript {
  const [first, ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  const run = lineOf(first ?? '', file, 1);
  if (run.form !== FORM || !Array.isArray(run.wallets))
    throw new TranscriptError(`${file} is no transcript: its first line has no form "${FORM}".`);
  if (run.exchanges !== rest.length)
    throw new TranscriptError(
      `${file} is not whole: it has ${String(rest.length)} exchanges of ${String(run.exchanges)}.`,
    );
  const exchanges = rest.map((line, i) => {
    const exchange = lineOf(line, file, i + 2);
    if (typeof exchange.step !== 'string' || typeof exchange.operationId !== 'string' || !isNode(exchange.request))
      throw new TranscriptError(`${file}:${String(i + 2)} is no exchange.`);
    return exchange as unknown as Exchange;
  });
  const { wallets, recorded, stopped } = run as unknown as Transcript;
  return {
    wallets,
    ...(recorded !== undefined && { recorded }),
    exchanges,
    ...(stopped !== undefined && { stopped }),
  };
}

function lineOf(line: string, file: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    value = undefined;
  }
  if (isNode(value)) return value;
  throw new TranscriptError(`${file}:${String(number)} is no line of a transcript.`);
}
