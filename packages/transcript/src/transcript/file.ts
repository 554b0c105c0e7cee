/** Transcripts as files: a line for the run, and one for each exchange, so that a difference of two is readable. */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { isNode } from '@wallet-operations/validator';
import { WALLET_KINDS } from '../document/interface.ts';
import { STOPS, type Exchange, type Transcript } from './transcript.ts';

/** What the first line says of itself; another number is another form. */
const FORM = 'wallet-conform transcript 1';

const KINDS = new Set<unknown>([...WALLET_KINDS, 'unknown']);

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
  // some editors put a mark of the encoding before it
  const [first, ...rest] = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const run = lineOf(first ?? '', file, 1);
  if (run.form !== FORM || !Array.isArray(run.wallets))
    throw new TranscriptError(`${file} is no transcript: its first line has no form "${FORM}".`);
  if (!run.wallets.every((wallet) => isNode(wallet) && KINDS.has(wallet.kind)))
    throw new TranscriptError(`${file}:1 is no run: its wallets are not each of a kind. Take it as it was written.`);
  const { recorded: mark, stopped: stop } = run;
  if (mark !== undefined && !(isNode(mark) && Number.isSafeInteger(mark.leftOut)))
    throw new TranscriptError(
      `${file}:1 is no run: recorded says not how many are left out. Take it as it was written.`,
    );
  if (stop !== undefined && !STOPS.some((one) => one === stop))
    throw new TranscriptError(`${file}:1 is no run: it ended for no reason that there is. Take it as it was written.`);
  if (run.exchanges !== rest.length)
    throw new TranscriptError(
      `${file} is not whole: it has ${String(rest.length)} exchanges of ${String(run.exchanges)}.`,
    );
  const exchanges = rest.map((line, i) => {
    const exchange = lineOf(line, file, i + 2);
    const wrong = wrongIn(exchange, (run.wallets as unknown[]).length);
    if (wrong !== undefined)
      throw new TranscriptError(`${file}:${String(i + 2)} is no exchange: ${wrong}. Take it as it was written.`);
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

/** What of a line no run and no proxy writes; undefined for one that may be theirs. A value of anybody is not quoted. */
function wrongIn(exchange: Record<string, unknown>, wallets: number): string | undefined {
  const { step, operationId, caller, request, answer, when } = exchange;
  const isCaller = (one: unknown): boolean =>
    one === 'read-only' || (typeof one === 'number' && Number.isInteger(one) && one >= 0 && one < wallets);
  if (typeof step !== 'string') return 'its step is no text';
  if (typeof operationId !== 'string') return 'its operationId is no text';
  if (!isCaller(caller)) return `its caller is neither read-only nor one of ${String(wallets)} wallets, from 0`;
  if (!isNode(request)) return 'its request is no object';
  if (!isTexts(request.path)) return 'request.path is no object of texts';
  if (!isTexts(request.query)) return 'request.query is no object of texts';
  const { altered } = request;
  if (!isNode(altered)) return 'request.altered is no object';
  const other = Object.keys(altered).find((name) => name !== 'codeOf' && !(name in ALTERED));
  if (other !== undefined) return 'request.altered has something that no request has';
  const odd = Object.entries(ALTERED).find(([name, type]) => name in altered && typeof altered[name] !== type);
  if (odd) return `request.altered.${odd[0]} is no ${odd[1]}`;
  if ('codeOf' in altered && !isCaller(altered.codeOf)) return 'request.altered.codeOf is no caller';
  if (when !== undefined && !(isNode(when) && Number.isInteger(when.from) && Number.isInteger(when.to)))
    return 'its when is no span from one whole number to another';
  if (answer === undefined) return undefined;
  if (!isNode(answer)) return 'its answer is no object';
  if (!Number.isInteger(answer.status)) return 'answer.status is no whole number';
  if (typeof answer.contentType !== 'string') return 'answer.contentType is no text';
  if ('unread' in answer && !UNREAD.has(answer.unread)) return 'answer.unread is none of those that there are';
  return 'unread' in answer === 'body' in answer ? 'answer has not one of body and unread' : undefined;
}

/** The types of what may be altered; those of `codeOf` are looked at by themselves. */
const ALTERED: Readonly<Record<string, string>> = {
  ...{ omits: 'string', late: 'number', wrongChecksum: 'boolean', again: 'boolean', madeUpCode: 'boolean' },
  ...{ scheme: 'string', nonce: 'string', unit: 'string' },
};

const UNREAD = new Set<unknown>(['empty', 'no JSON', 'too large', 'too many parts']);

const isTexts = (value: unknown): boolean =>
  isNode(value) && Object.values(value).every((one) => typeof one === 'string');

/** What every object has: one with an own field of this name is no object that a program can print. */
const OF_OBJECTS = new RegExp(`"(${Object.getOwnPropertyNames(Object.prototype).join('|')})"\\s*:`);

function lineOf(line: string, file: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = OF_OBJECTS.test(line) ? undefined : parseJson(line);
    stringifyJson(value); // no run writes a number whose digits are lost
  } catch {
    value = undefined;
  }
  if (isNode(value)) return value;
  throw new TranscriptError(`${file}:${String(number)} is no line of a transcript.`);
}
