/** One line for a callback that was forwarded: it fits into a terminal of 80 columns. */
import { printable } from '@wallet-operations/serving';

const COLUMNS = 80;
/** So much of an order ID is shown, whatever there is no room for. */
const LEAST = 12;

/** What became of those that got no answer, shorter than the system has it. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'the connection was reset',
};

/** The line, without its end. */
export function lineOf(
  { serial, walletId, body }: { readonly serial: string; readonly walletId: string; readonly body: string },
  result: string,
): string {
  const name = Object.keys(WORDS).find((code) => result.includes(code));
  const words = name === undefined ? result : (WORDS[name] ?? result);
  const { order_id } = JSON.parse(body) as { readonly order_id: string };
  const begin = `${new Date().toTimeString().slice(0, 8)} ${serial} ${walletId} `;
  const what = order_id === '' ? 'deposit' : printable(order_id);
  const room = Math.max(LEAST, COLUMNS - begin.length - words.length - ' → '.length);
  return cut(`${begin}${cut(what, room)} → ${printable(words)}`, COLUMNS);
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
