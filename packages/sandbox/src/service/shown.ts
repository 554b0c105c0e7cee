/** What log and page may show of a text that callers had a hand in: no secret of the sandbox, and not megabytes. */
import type { Context } from '../context.ts';
import { SECRET_LENGTH } from '../state/ids.ts';

/** A request of usual size, and what should have been signed of it, is shown whole; of a longer one the middle is left out. */
const MOST = 4000;
const END = 500;

/** No secret is longer; one that the end would cut is found before. */
export const LONGEST_SECRET = 200;

/** Values of parameters that are secrets by their names, right or wrong: of a query or a form, not of a path or a body in JSON. */
const NAMED = /((?:^|[?&;\s])[\w.-]*(?:token|secret)[\w.-]*=)(?!\*\*\*)[^&;\s]*/gi;

/** Of a text what may be shown. */
export function shown(context: Context, text: string): string {
  if (text.length <= MOST) return masking(context, [text])(text);
  // with so much more that a secret which the cut goes through is left out with it
  const parts = [text.slice(0, MOST - END + LONGEST_SECRET), text.slice(-END - LONGEST_SECRET)];
  const [begin = '', end = ''] = parts.map(masking(context, parts));
  const shownBegin = begin.slice(0, Math.min(MOST - END, begin.length - LONGEST_SECRET));
  const shownEnd = end.slice(Math.max(LONGEST_SECRET, end.length - END));
  return `${shownBegin}… ${String(text.length - MOST)} more characters …${shownEnd}`;
}

/** Whatever in a text has the letters and the length of a secret: to look for each secret there is would take as long as there are wallets. */
function partsLikeSecrets(text: string): string[] {
  const parts = new Set<string>();
  for (const [run] of text.matchAll(LETTERS))
    for (let i = 0; i <= run.length - SECRET_LENGTH; i++) parts.add(run.slice(i, i + SECRET_LENGTH));
  return [...parts];
}

const LETTERS = new RegExp(`[\\w-]{${String(SECRET_LENGTH)},}`, 'g');

const isSecret =
  (store: Context['store']) =>
  (part: string): boolean =>
    store.get('SELECT 1 FROM api_codes WHERE secret = ?', part) !== undefined;

/** What takes the secrets out of some texts, looked for in all of them at once. */
export function masking({ store, controlToken }: Context, texts: readonly string[]): (text: string) => string {
  const secrets = texts.flatMap(partsLikeSecrets).filter(isSecret(store));
  if (controlToken !== undefined) secrets.push(controlToken, encodeURIComponent(controlToken));
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).replace(NAMED, '$1***');
}
