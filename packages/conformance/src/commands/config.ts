/** What a run is given: who is to be asked, and where the codes and secrets are. They stand in no file of this kind, and on no command line. */
import { readFileSync } from 'node:fs';
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { WALLET_KINDS, type WalletKind } from '@wallet-operations/transcript';
import type { GivenWallet } from '../run/options.ts';
import type { Credentials } from '../send/signer.ts';
import type { KnownRequest } from '../signing/schemes.ts';
import { readConfigFile, type Spot } from './config-file.ts';

/** A run's configuration, read. */
export interface Config {
  readonly baseUrl: string | undefined;
  readonly product: string;
  readonly wallets: readonly GivenWallet[];
  readonly readOnly: Credentials | undefined;
  readonly knownRequest: KnownRequest | undefined;
  /** The files that codes and secrets were read from. */
  readonly files: readonly string[];
  /** What may be written, as it stands: a run has nothing to do with it. */
  readonly writing: Spot;
}

/** The environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const HOW = 'Write env:NAME for a variable of the environment, or file:PATH for a file that holds it alone.';

/** What nobody may pass over: there is no way to look at a code without using it. */
const ACTIVATED = `activated: true is missing. Any call with the inactivated API code of a wallet activates it, and the other code is dead from then on.
Look into the web control panel, give the activated code of each wallet, and say so in the file: activated: true`;

/**
 * Reads a configuration. With `withSecrets` false codes and secrets are not looked for, and may be left out: a plan needs none. One that stands in the file is refused all the same.
 *
 * @throws UsageError that says what is missing, and never what is there
 */
export function readConfig(
  file: string,
  environment: Environment,
  { withSecrets }: { readonly withSecrets: boolean },
): Config {
  const config = readConfigFile(file);
  config.only(['baseUrl', 'product', 'activated', 'wallets', 'readOnly', 'knownRequest', 'writing']);
  const files: string[] = [];
  const secretOf: SecretOf = (spot) => {
    if (!withSecrets && spot.value === undefined) return '';
    const where = whereOf(spot);
    if (where.from === 'file') files.push(where.name);
    return withSecrets ? secretFrom(where, spot, environment) : '';
  };
  const activated = config.at('activated');
  if (!['boolean', 'undefined'].includes(typeof activated.value))
    throw activated.wrong('is true, without quotes, or false.');
  if (withSecrets && activated.value !== true) throw new UsageError(`${file}: ${ACTIVATED}`);
  const [wallets, readOnly, knownRequest] = [config.at('wallets'), config.at('readOnly'), config.at('knownRequest')];
  if (!Array.isArray(wallets.value) || wallets.value.length === 0)
    throw new UsageError(`${file} has no wallets. Give one at least, with id, kind, apiCode and secret.`);
  const product = config.at('product').value ?? 'svc';
  if (typeof product !== 'string' || !/^[\w-]+$/.test(product))
    throw config.at('product').wrong('takes letters, digits, _ and -.');
  const baseUrl = config.at('baseUrl');
  const given = wallets.value.map((_, i) => walletOf(wallets.at(i), secretOf));
  const again = given.findIndex(({ walletId }, i) => given.slice(0, i).some((one) => one.walletId === walletId));
  if (again !== -1) throw wallets.at(again).wrong('has the id of one before it. Give each wallet once.');
  return {
    baseUrl: baseUrl.value === undefined ? undefined : addressAt(baseUrl.value, baseUrl.wrong),
    product,
    wallets: given,
    readOnly: readOnly.value === undefined ? undefined : credentialsOf(readOnly, ['apiCode', 'secret'], secretOf),
    knownRequest: knownRequest.value === undefined ? undefined : requestOf(knownRequest, secretOf),
    files,
    writing: config.at('writing'),
  };
}

type SecretOf = (spot: Spot) => string;

function walletOf(given: Spot, secretOf: SecretOf): GivenWallet {
  if (!isNode(given.value)) throw given.wrong('is no object with id, kind, apiCode and secret.');
  const credentials = credentialsOf(given, ['id', 'kind', 'apiCode', 'secret'], secretOf);
  const { id, kind } = given.value;
  const walletId = typeof id === 'bigint' || typeof id === 'string' ? String(id) : '';
  if (!/^\d{1,19}$/.test(walletId)) throw given.wrong('has no id that is a wallet ID, a whole number.');
  if (!WALLET_KINDS.includes(kind as WalletKind))
    throw given.wrong(`has no kind. It is one of ${WALLET_KINDS.join(', ')}, as the web control panel shows.`);
  return { walletId, kind: kind as WalletKind, ...credentials };
}

function credentialsOf(given: Spot, known: readonly string[], secretOf: SecretOf): Credentials {
  if (!isNode(given.value)) throw given.wrong(`is no object with apiCode and secret. ${HOW}`);
  given.only(known);
  return { apiCode: secretOf(given.at('apiCode')), secret: secretOf(given.at('secret')) };
}

function requestOf(given: Spot, secretOf: SecretOf): KnownRequest {
  if (!isNode(given.value)) throw given.wrong('is no object with method, path, query, body, t, checksum and secret.');
  given.only(['method', 'path', 'query', 'body', 't', 'checksum', 'secret']);
  const textOf = (key: string, preset?: string): string => {
    const value = given.at(key).value ?? preset;
    if (typeof value !== 'string' && typeof value !== 'bigint') throw given.wrong(`has no ${key} that is a text.`);
    return String(value);
  };
  return {
    method: textOf('method').toUpperCase(),
    path: textOf('path'),
    query: textOf('query', ''),
    body: textOf('body', ''),
    t: textOf('t'),
    checksum: textOf('checksum'),
    secret: secretOf(given.at('secret')),
  };
}

/** Where a code or a secret is to be read from. */
interface Where {
  readonly from: 'env' | 'file';
  readonly name: string;
}

/** One that stands in the file itself is refused: files are committed. */
function whereOf(spot: Spot): Where {
  const [, from, name = ''] = /^(env|file):(.+)$/s.exec(typeof spot.value === 'string' ? spot.value : '') ?? [];
  if (from === undefined) throw spot.wrong(`is not where it can be read from. ${HOW}`);
  return { from: from as Where['from'], name };
}

function secretFrom({ from, name }: Where, spot: Spot, environment: Environment): string {
  const value = from === 'env' ? environment[name] : contentOf(name, spot);
  if (value !== undefined && /^[ -~]+$/.test(value.trim())) return value.trim();
  const is = value === undefined ? 'not set' : value.trim() === '' ? 'empty' : 'no line of plain text';
  throw spot.wrong(`is ${is}, in the ${from === 'env' ? 'variable of the environment' : 'file'} that is named there.`);
}

function contentOf(path: string, spot: Spot): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw spot.wrong(
      `is in a file that cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}. Look at its path.`,
    );
  }
}

/** The address of a service. @throws UsageError for what is none, and for one with a password in it */
function addressAt(given: unknown, wrong: Spot['wrong']): string {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong('is no address that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrong('has more than a host and a path: leave user, password, query and fragment out.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Where the calls of a command go: its option, or else its configuration. @throws UsageError for none */
export function baseOf(option: string | undefined, { baseUrl }: Config, what: string): string {
  const base = option === undefined ? baseUrl : addressAt(option, (fault) => new UsageError(`--base-url ${fault}`));
  if (base !== undefined) return base;
  throw new UsageError(`${what} needs an address: give baseUrl in the file, or --base-url URL.`);
}
