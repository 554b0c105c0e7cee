/** What log and page may show of a text that callers had a hand in: no secret of the sandbox, and not megabytes. */
import type { Context } from '../context.ts';
import { SECRET_LENGTH } from '../state/ids.ts';

/** A request of usual size, and what should have been signed of it, is shown whole; of a longer one the middle is left out. */
const MOST = 4000;
const END = 500;

/** No secret is longer; one that the end would cut is found before. */
export const LONGEST_SECRET = 200;

/** Values of parameters of a query that are secrets by their names, right or wrong. */
const NAMED = /([?&][\w.-]*(?:token|secret)=)[^&]+/gi;

/** By far most targets have none, and that is quicker to see. */
const HAS_NAMED = /(?:token|secret)=/i;

/** What stands for a letter of a secret, so that a text can be cut before it is shown. No text has it: Unicode keeps it out of interchange. */
const HIDDEN = '\ufdd0';

/** Of a text what may be shown. */
export function shown(context: Context, text: string): string {
  if (text.length <= MOST) return masking(context, [text])(text);
  // with so much more that a secret which the cut goes through is known as one
  const begin = text.slice(0, MOST - END + LONGEST_SECRET);
  const end = text.slice(-END - LONGEST_SECRET);
  const mask = masking(context, [begin, end]);
  const left = `… ${String(text.length - MOST)} more characters …`;
  return mask(begin, 0, MOST - END) + left + mask(end, LONGEST_SECRET);
}

/** Of a path and its query what may be shown. */
export const shownTarget = (context: Context, target: string): string => withoutNamed(shown(context, target));

/** Without what a query names as a secret. The text to be signed has it: without it, it would be another text. */
export const withoutNamed = (target: string): string =>
  HAS_NAMED.test(target) ? target.replace(NAMED, '$1***') : target;

/** Whatever in a text has the letters and the length of a secret: to look for each secret there is would take as long as there are wallets. */
function partsLikeSecrets(text: string): string[] {
  const parts = new Set<string>();
  for (const run of text.match(LETTERS) ?? [])
    for (let i = 0; i <= run.length - SECRET_LENGTH; i++) parts.add(run.slice(i, i + SECRET_LENGTH));
  return [...parts];
}

const LETTERS = new RegExp(`(?<![\\w-])[\\w-]{${String(SECRET_LENGTH)},}`, 'g');

const isSecret =
  (store: Context['store']) =>
  (part: string): boolean =>
    store.get('SELECT 1 FROM api_codes WHERE secret = ?', part) !== undefined;

/** What takes the secrets out of some texts, looked for in all of them at once, and out of a part of one those that reach into it. */
export function masking({ store, controlToken }: Context, texts: readonly string[]): Mask {
  const secrets = texts.flatMap(partsLikeSecrets).filter(isSecret(store));
  if (controlToken !== undefined) secrets.push(controlToken, encodeURIComponent(controlToken));
  if (secrets.length === 0) return (text, begin, end) => text.slice(begin, end);
  return (text, begin, end) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN.repeat(secret.length)), text)
      .slice(begin, end)
      .replace(HIDDEN_RUNS, '***');
}

type Mask = (text: string, begin?: number, end?: number) => string;

const HIDDEN_RUNS = new RegExp(`${HIDDEN}+`, 'g');
