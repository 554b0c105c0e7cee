/** What a run is given: who is to be asked, and where the codes and secrets are. They stand in no file of this kind, and on no command line. */
import { readFileSync } from 'node:fs';
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { parseDocument } from 'yaml';
import { WALLET_KINDS, type WalletKind } from '@wallet-operations/transcript';
import type { GivenWallet } from '../run/options.ts';
import type { Credentials } from '../send/signer.ts';
import type { KnownRequest } from '../signing/schemes.ts';

/** A run's configuration, read. */
export interface Config {
  readonly baseUrl: string | undefined;
  readonly product: string;
  readonly wallets: readonly GivenWallet[];
  readonly readOnly: Credentials | undefined;
  readonly knownRequest: KnownRequest | undefined;
  /** What may be written, as it stands: a run has nothing to do with it. */
  readonly writing: unknown;
}

/** The environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const HOW = 'Write env:NAME for a variable of the environment, or file:PATH for a file that holds it alone.';

/** What nobody may pass over: there is no way to look at a code without using it. */
const ACTIVATED = `activated: true is missing. Any call with the inactivated API code of a wallet activates it, and the other code is dead from then on.
Look into the web control panel, give the activated code of each wallet, and say so in the file: activated: true`;

/**
 * Reads a configuration. With `withSecrets` false codes and secrets are not looked for: a plan needs none.
 *
 * @throws UsageError that says what is missing, and never what is there
 */
export function readConfig(
  file: string,
  environment: Environment,
  { withSecrets }: { readonly withSecrets: boolean },
): Config {
  const config = parsed(file);
  only(config, ['baseUrl', 'product', 'activated', 'wallets', 'readOnly', 'knownRequest', 'writing'], file);
  const secretOf = (given: unknown, name: string): string => (withSecrets ? secretFrom(given, name, environment) : '');
  if (withSecrets && config.activated !== true) throw new UsageError(`${file}: ${ACTIVATED}`);
  const { wallets, readOnly, baseUrl, product = 'svc', knownRequest } = config;
  if (!Array.isArray(wallets) || wallets.length === 0)
    throw new UsageError(`${file} has no wallets. Give one at least, with id, kind, apiCode and secret.`);
  if (typeof product !== 'string' || !/^[\w-]+$/.test(product))
    throw new UsageError(`${file}: product takes letters, digits, _ and -.`);
  return {
    baseUrl: baseUrl === undefined ? undefined : addressOf(baseUrl, `${file}: baseUrl`),
    product,
    wallets: wallets.map((wallet: unknown, i) => walletOf(wallet, `${file}: wallets ${String(i + 1)}`, secretOf)),
    readOnly: readOnly === undefined ? undefined : credentialsOf(readOnly, `${file}: readOnly`, secretOf),
    knownRequest: knownRequest === undefined ? undefined : requestOf(knownRequest, `${file}: knownRequest`, secretOf),
    writing: config.writing,
  };
}

function parsed(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}. Give the path of a configuration.`,
    );
  }
  const document = parseDocument(text, { intAsBigInt: true });
  const [problem] = document.errors;
  if (problem)
    throw new UsageError(`${file} is no YAML: ${problem.code}, line ${String(problem.linePos?.[0].line ?? 1)}.`);
  const config: unknown = document.toJS();
  if (!isNode(config)) throw new UsageError(`${file} is no configuration: give an object with wallets.`);
  return config;
}

type SecretOf = (given: unknown, name: string) => string;

function walletOf(given: unknown, name: string, secretOf: SecretOf): GivenWallet {
  if (!isNode(given)) throw new UsageError(`${name} is no object with id, kind, apiCode and secret.`);
  only(given, ['id', 'kind', 'apiCode', 'secret'], name);
  const { id, kind } = given;
  const walletId = typeof id === 'bigint' || typeof id === 'string' ? String(id) : '';
  if (!/^\d{1,19}$/.test(walletId)) throw new UsageError(`${name} has no id that is a wallet ID, a whole number.`);
  if (!WALLET_KINDS.includes(kind as WalletKind))
    throw new UsageError(
      `${name} has no kind. It is one of ${WALLET_KINDS.join(', ')}, as the web control panel shows.`,
    );
  return {
    walletId,
    kind: kind as WalletKind,
    ...credentialsOf({ apiCode: given.apiCode, secret: given.secret }, name, secretOf),
  };
}

function credentialsOf(given: unknown, name: string, secretOf: SecretOf): Credentials {
  if (!isNode(given)) throw new UsageError(`${name} is no object with apiCode and secret. ${HOW}`);
  only(given, ['apiCode', 'secret'], name);
  return { apiCode: secretOf(given.apiCode, `${name} apiCode`), secret: secretOf(given.secret, `${name} secret`) };
}

function requestOf(given: unknown, name: string, secretOf: SecretOf): KnownRequest {
  if (!isNode(given))
    throw new UsageError(`${name} is no object with method, path, query, body, t, checksum and secret.`);
  only(given, ['method', 'path', 'query', 'body', 't', 'checksum', 'secret'], name);
  const textOf = (key: string, preset?: string): string => {
    const value = given[key] ?? preset;
    if (typeof value !== 'string' && typeof value !== 'bigint')
      throw new UsageError(`${name} has no ${key} that is a text.`);
    return String(value);
  };
  return {
    method: textOf('method').toUpperCase(),
    path: textOf('path'),
    query: textOf('query', ''),
    body: textOf('body', ''),
    t: textOf('t'),
    checksum: textOf('checksum'),
    secret: secretOf(given.secret, `${name} secret`),
  };
}

/** A secret from where it is. One that stands in the file itself is refused: files are committed. */
function secretFrom(given: unknown, name: string, environment: Environment): string {
  const [, from, where = ''] = /^(env|file):(.+)$/s.exec(typeof given === 'string' ? given : '') ?? [];
  if (from === undefined) throw new UsageError(`${name} is not where it can be read from. ${HOW}`);
  const value = from === 'env' ? environment[where] : contentOf(where, name);
  if (value === undefined || !/^[ -~]+$/.test(value.trim()))
    throw new UsageError(
      `${name}: ${where} is ${value === undefined ? 'not set' : value.trim() === '' ? 'empty' : 'no line of plain text'}.`,
    );
  return value.trim();
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${name}: ${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
}

/** @throws UsageError for what is no address, or one with a password in it. */
export function addressOf(given: unknown, name: string): string {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} is no address that begins with https:// or http://.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(`${name} has more than a host and a path: leave user, password, query and fragment out.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** @throws UsageError for a key that says nothing: a misspelt one would be passed over. */
export function only(node: object, known: readonly string[], name: string): void {
  const stranger = Object.keys(node).find((key) => !known.includes(key));
  if (stranger !== undefined)
    throw new UsageError(`${name}: ${stranger} says nothing here. There is ${known.join(', ')}.`);
}
