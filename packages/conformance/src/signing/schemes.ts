/** Schemes of checksums: the assumed one, and what services of this kind do otherwise, the nearest first. */
import { createHash, createHmac } from 'node:crypto';
import type { Scheme, ToSign } from './scheme.ts';
import { WHOLE_SCHEMES } from './whole.ts';

export type { Scheme, ToSign } from './scheme.ts';

/** What schemes differ in; the first of each is assumed. */
const CHOICES = {
  order: ['sorted', 'as sent'],
  before: ['no path', 'path first', 'method and path first'],
  body: [
    'body among the pairs',
    'body last',
    'no body',
    'digest of the body among the pairs',
    'digest of the body last',
  ],
  secret: [
    'secret= last',
    'secret= first',
    'bare secret last',
    'bare secret first',
    'secret= among the pairs',
    'no secret',
  ],
  join: ['&', 'nothing between', 'line breaks between', 'commas between'],
  hash: ['SHA-256', 'HMAC-SHA-256', 'SHA-512', 'HMAC-SHA-512', 'SHA-1', 'MD5'],
  form: ['lower-case hex', 'upper-case hex', 'base64', 'base64url'],
} as const;

type Choice = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

const SEPARATORS: Readonly<Record<Choice['join'], string>> = {
  '&': '&',
  'nothing between': '',
  'line breaks between': '\n',
  'commas between': ',',
};

/** The name of the assumed scheme. */
export const ASSUMED = 'as assumed';

const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function checksumBy(choice: Choice, { method, path, query, body, t, secret }: ToSign): string {
  const parts = [...(query === '' ? [] : query.split('&')), `t=${t}`];
  const algorithm = choice.hash.replace('HMAC-', '').replace('-', '').toLowerCase();
  const own = choice.body.startsWith('digest') ? createHash(algorithm).update(body).digest('hex') : body;
  if (body !== '' && choice.body.endsWith('body among the pairs')) parts.push(own);
  if (choice.secret === 'secret= among the pairs') parts.push(`secret=${secret}`);
  if (choice.order === 'sorted') parts.sort(bytewise);
  if (body !== '' && choice.body.endsWith('body last')) parts.push(own);
  if (choice.before !== 'no path') parts.unshift(path);
  if (choice.before === 'method and path first') parts.unshift(method);
  if (choice.secret === 'secret= last') parts.push(`secret=${secret}`);
  if (choice.secret === 'secret= first') parts.unshift(`secret=${secret}`);
  if (choice.secret === 'bare secret last') parts.push(secret);
  if (choice.secret === 'bare secret first') parts.unshift(secret);
  const text = parts.join(SEPARATORS[choice.join]);
  const hash = choice.hash.startsWith('HMAC') ? createHmac(algorithm, secret) : createHash(algorithm);
  hash.update(text);
  if (choice.form === 'base64' || choice.form === 'base64url') return hash.digest(choice.form);
  const hex = hash.digest('hex');
  return choice.form === 'upper-case hex' ? hex.toUpperCase() : hex;
}

const FIRST = Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first])) as Choice;

const NAMES = Object.keys(CHOICES) as (keyof Choice)[];

/** Those that differ from the assumed one in exactly so many ways. */
function differing(count: number, from = 0): Partial<Choice>[] {
  if (count === 0) return [{}];
  return NAMES.slice(from).flatMap((name, i) =>
    CHOICES[name]
      .slice(1)
      .flatMap((one) => differing(count - 1, from + i + 1).map((others) => ({ [name]: one, ...others }))),
  );
}

/** A digest without the secret proves nothing: nobody signs so, but with a key. */
const isSecret = ({ secret, hash }: Choice): boolean => secret !== 'no secret' || hash.startsWith('HMAC');

/** Up to how many ways a scheme may differ. A keyed hash without the secret in its text is two already. */
const MOST_DIFFERENCES = 3;

/** The assumed one, and those that differ from it in one way, in two, in three. */
const OF_PAIRS = Array.from({ length: MOST_DIFFERENCES + 1 }, (_, count) => differing(count))
  .flat()
  .map((ways) => ({ ways, choice: { ...FIRST, ...ways } }))
  .filter(({ choice }) => isSecret(choice))
  .sort((a, b) => rankOf(a.choice) - rankOf(b.choice))
  .map(({ ways, choice }) => ({
    name: Object.values(ways).join(', ') || ASSUMED,
    rank: rankOf(choice),
    checksum: (input: ToSign) => checksumBy(choice, input),
  }));

/** All of them, the nearest first: those that differ in one way, those of whole requests, and the others. */
export const SCHEMES: readonly Scheme[] = [
  ...OF_PAIRS.filter(({ rank }) => rank <= 1),
  ...WHOLE_SCHEMES,
  ...OF_PAIRS.filter(({ rank }) => rank > 1),
].map(({ name, checksum }) => ({ name, checksum }));

/** How far from the assumed one; a keyed hash without a secret in its text counts as one difference. */
function rankOf(choice: Choice): number {
  const count = NAMES.filter((name) => choice[name] !== FIRST[name]).length;
  return choice.secret === 'no secret' ? count - 1 : count;
}

/** @throws TypeError for a name that no scheme has */
export function schemeOf(name: string): Scheme {
  const found = SCHEMES.find((scheme) => scheme.name === name);
  if (!found) throw new TypeError(`There is no scheme of checksums "${name}".`);
  return found;
}

/** A request whose checksum somebody knows. */
export interface KnownRequest extends ToSign {
  readonly checksum: string;
}

/** The schemes by which a request that is known has its checksum, the nearest first. Nothing is sent. */
export const schemesOf = ({ checksum, ...input }: KnownRequest): Scheme[] =>
  SCHEMES.filter((scheme) => scheme.checksum(input) === checksum);

/** The names of a nonce that are tried. */
export const NONCES = ['r', 'nonce', 'n', 'nonce_str'] as const;

/** Requests that tell schemes apart: one of neither, one with a query that sorts otherwise than it is sent and on either side of a secret, and one with a body. */
const PLAIN: ToSign = { method: 'GET', path: '/v1/a', query: '', body: '', t: '2', secret: 'c' };
const SAMPLES = {
  query: { ...PLAIN, query: 'type=1&from_time=1' },
  body: { ...PLAIN, method: 'POST', body: '{"a":1}' },
};

/** What of a request the status of codes does not show how to sign. */
export type Part = keyof typeof SAMPLES;

/** The first of those that sign a request alike. */
function distinct(schemes: readonly Scheme[], sample: ToSign): Scheme[] {
  const seen = new Set<string>();
  return schemes.filter((scheme) => {
    const checksum = scheme.checksum(sample);
    const isNew = !seen.has(checksum);
    seen.add(checksum);
    return isNew;
  });
}

/** The schemes to try by requests of neither query nor body, each of which gives such a request another checksum than those before. */
export const distinctPlain = (schemes = SCHEMES): Scheme[] => distinct(schemes, PLAIN);

/** The ways to sign a request with that part, this scheme before others that sign what has it not as this one does. */
export function waysToSign(part: Part, scheme: Scheme): Scheme[] {
  const known = part === 'query' ? [PLAIN] : [PLAIN, SAMPLES.query];
  const alike = SCHEMES.filter((other) => known.every((one) => other.checksum(one) === scheme.checksum(one)));
  return distinct([scheme, ...alike], SAMPLES[part]);
}

/** How many more ways than one there are at most to sign both parts, whichever scheme it is. */
export function mostWaysToSign(): number {
  const signed = SCHEMES.map(({ checksum }) => [PLAIN, SAMPLES.query, SAMPLES.body].map((sample) => checksum(sample)));
  const counts = Array.from(Map.groupBy(signed, ([plain]) => plain).values(), (alike) => {
    const byQuery = Map.groupBy(alike, ([, query]) => query);
    const bodies = Array.from(byQuery.values(), (own) => new Set(own.map(([, , body]) => body)).size);
    return byQuery.size + Math.max(...bodies) - 2;
  });
  return Math.max(...counts);
}
