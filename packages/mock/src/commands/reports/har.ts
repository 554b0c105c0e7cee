/** The exchanges as an HTTP Archive, for viewers of such: when, how long, which operation, which status, how large, what was wrong. */
import type { ProxyLogEntry } from '../../proxy/proxy.ts';
import { KINDS } from '../../proxy/kinds.ts';
import { inWords } from '@wallet-operations/validator';

/** More exchanges than this would fill the memory; the archive says how many it leaves out. */
const MAX_ENTRIES = 10_000;

/** Keeps exchanges until the archive is written. */
export interface HarCollector {
  readonly add: (entry: ProxyLogEntry) => void;
  readonly text: () => string;
}

/** Makes an empty one. `upstream` is the address that the exchanges are shown under. */
export function createHar(upstream: string): HarCollector {
  const { origin } = new URL(upstream);
  const entries: object[] = [];
  let left = 0;
  return {
    add(entry) {
      if (entries.length < MAX_ENTRIES) entries.push(entryOf(entry, origin));
      else left++;
    },
    text() {
      const comment = `No header, no body, no value of a path or a query is kept${left > 0 ? `; ${String(left)} more exchanges are left out` : ''}.`;
      const creator = { name: 'wallet-mock proxy', version: VERSION };
      return `${JSON.stringify({ log: { version: '1.2', creator, entries, comment } }, undefined, 2)}\n`;
    },
  };
}

/** The form of what is in here, not the package's: a file that is bundled has no package.json beside it. */
const VERSION = '1';

/** HAR wants every field; what is not known is empty or -1, as it says. */
const UNKNOWN = { httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1 };

function entryOf(entry: ProxyLogEntry, origin: string): object {
  const { method, path, status = 0, startedAt, milliseconds: time, requestBytes, responseBytes } = entry;
  return {
    startedDateTime: startedAt.toISOString(),
    time,
    request: {
      ...UNKNOWN,
      method,
      url: urlOf(origin, path),
      queryString: [],
      bodySize: requestBytes,
    },
    response: {
      ...UNKNOWN,
      status,
      statusText: '',
      content: { size: responseBytes, mimeType: '' },
      redirectURL: '',
      bodySize: responseBytes,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: [entry.operationId ?? 'no operation', ...foundIn(entry)].join('; '),
  };
}

/** A path may begin with two slashes, which would be read as another host. */
function urlOf(origin: string, path: string): string {
  const url = new URL(origin);
  url.pathname = path;
  return url.href;
}

/** Equal ones once. */
const foundIn = ({ problems, failure }: ProxyLogEntry): string[] => [
  ...new Set(problems.map((problem) => `${KINDS[problem.kind].title}: ${problem.in} ${inWords(problem)}`)),
  ...(failure === undefined ? [] : ['broken off']),
];
