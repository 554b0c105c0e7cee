/** Signs calls as the service wants them, as far as that is known by now, no two alike. */
import { randomUUID } from 'node:crypto';
import { stringifyJson } from '@wallet-operations/json';
import type { Operation } from '@wallet-operations/validator';
import type { Scheme } from '../signing/schemes.ts';
import type { Alterations } from '@wallet-operations/transcript';
import type { Clock } from './clock.ts';
import { pathOf, type Outgoing, type Target } from './gate.ts';

/** An API code and its secret. */
export interface Credentials {
  readonly apiCode: string;
  readonly secret: string;
}

/** How requests are signed. */
export interface Way {
  readonly scheme: Scheme;
  /** Name of the query parameter that holds a nonce; undefined for none. */
  readonly nonce: string | undefined;
  readonly unit: 'seconds' | 'milliseconds';
}

/** What is to be signed. */
export interface Unsigned {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  readonly credentials: Credentials;
  readonly altered: Alterations;
}

/** What was signed. */
export interface Signed extends Outgoing {
  /** Seconds by which its `t` is earlier than it was to be, for that was there before; below zero where it is later. */
  readonly earlier: number;
}

/** Where a made-up code begins: nobody's real one does. */
const MADE_UP = 'CONFORMANCE-MADE-UP-';

/** As an address has it when it is sent: what is signed has to be that. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** Makes the signer. */
export function createSigner(target: Target, clock: Clock): (unsigned: Unsigned, way: Way) => Signed {
  const used = new Set<string>();
  return ({ operation, path, query, body, credentials, altered }, { scheme, nonce, unit }) => {
    const perSecond = unit === 'milliseconds' ? 1000 : 1;
    const pairs = [...query, ...(nonce === undefined ? [] : [[nonce, randomUUID()] as const])];
    const text = pairs.map((pair) => pair.map(encoded).join('=')).join('&');
    const sentPath = pathOf(operation, path, target.product);
    const json = body === undefined ? '' : stringifyJson(body);
    const present = Math.floor((clock.now() / 1000 - (altered.late ?? 0)) * perSecond);
    const secret = altered.wrongChecksum === true ? `${credentials.secret} not` : credentials.secret;
    const input = { method: operation.method, path: sentPath, query: text, body: json, secret };
    let t = present;
    let checksum = scheme.checksum({ ...input, t: String(t) });
    // a request whose checksum was there before is taken for a replay
    for (let apart = 1; used.has(`${checksum} ${sentPath}`); apart++) {
      t = present + (apart % 2 === 0 ? apart / 2 : -(apart + 1) / 2);
      checksum = scheme.checksum({ ...input, t: String(t) });
    }
    used.add(`${checksum} ${sentPath}`);
    const headers: Record<string, string> = {
      'X-API-CODE': altered.madeUpCode === true ? MADE_UP + randomUUID() : credentials.apiCode,
      'X-CHECKSUM': checksum,
    };
    if (altered.omits !== undefined) Reflect.deleteProperty(headers, altered.omits);
    const last = altered.omits === 't' ? [] : [`t=${String(t)}`];
    return {
      ...{ operation, path, headers, body: json },
      query: [...(text === '' ? [] : [text]), ...last].join('&'),
      earlier: Math.round((present - t) / perSecond),
    };
  };
}
