/** Options that both commands have, read and checked. */
import { UsageError } from '@wallet-operations/reports';

/** As `parseArgs` takes them. The environment gives defaults, for `npm start` and for containers; an empty variable of it says nothing. */
export const COMMON_OPTIONS = {
  port: { type: 'string', default: process.env.MOCK_PORT || '4010' },
  host: { type: 'string', default: process.env.MOCK_HOST || '127.0.0.1' },
  product: { type: 'string', default: 'svc' },
  overlay: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export const COMMON_USAGE = `  --port N        port to listen on; 0 takes any free one
                  (default: the environment's MOCK_PORT, or else 4010)
  --host ADDRESS  address to listen on
                  (default: the environment's MOCK_HOST, or else 127.0.0.1)
  --product NAME  path segment that stands for svc (default svc)
  --overlay FILE  answers of your operator, an OpenAPI Overlay, which settle
                  open points of the document
  --quiet         no line for each request
  --help          this text
`;

/** Where to listen, and what to answer for. */
export interface Place {
  readonly port: number;
  readonly host: string;
  readonly product: string;
}

/**
 * The options that have a form.
 *
 * @throws UsageError for one that has another
 */
export function placeOf({ port, host, product }: { port: string; host: string; product: string }): Place {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port, or MOCK_PORT, takes a number from 0 (any free one) to 65535, not ${port}`);
  if (!/^[\w-]+$/.test(product)) throw new UsageError(`--product takes letters, digits, _ and -, not ${product}`);
  return { port: Number(port), host, product };
}
