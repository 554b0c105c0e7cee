/** What the service answers a request with that it does not carry out: a row of the error catalogue, and why. */
import { errors } from '@wallet-operations/openapi/errors';
import { because as inWords, type Operation, type Refusal as Unread } from '@wallet-operations/validator';

/** The stable name of a row. */
export type Reason = keyof typeof errors;

/** Ends a request. Its message says why, for the owner of the sandbox; no caller sees it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;
  readonly reason: Reason;
  /** What should have been signed, its secret masked, where that was the trouble and the scheme can say it. */
  readonly toSign: string | undefined;

  constructor(reason: string, status: number, body: unknown, message: string, toSign?: string) {
    super(message);
    this.reason = reason as Reason;
    this.status = status;
    this.body = body;
    this.toSign = toSign;
  }
}

/** Refuses a request that does not fit the document. */
export const unread = (refusal: Unread): Refusal =>
  new Refusal(refusal.reason, refusal.status, refusal.body, inWords(refusal));

/** Refuses a request with a row, its placeholders filled. `why` is told where the row does not say enough, `toSign` where a checksum is wrong. */
export function refuse(...row: Parameters<typeof refusalOf>): never {
  throw refusalOf(...row);
}

/** What {@link refuse} ends a request with. */
export function refusalOf(
  reason: string,
  values: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
  why?: string,
  toSign?: string,
): Refusal {
  if (!(reason in errors)) throw new Error(`The document names ${reason}, which is no row of its catalogue.`);
  const { status, code, text, message, condition } = errors[reason as Reason];
  const fill = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const body = {
    ...(code !== null && { error_code: code }),
    error: fill(text),
    ...(message !== null && { message: fill(message) }),
    ...more,
  };
  const because = `${reason}: ${why ?? (body.message === undefined ? condition : body.message)}`;
  return new Refusal(reason, status, body, because, toSign);
}

/** Refuses a request with the row that its operation has for anything malformed. */
export const malformed = ({ node }: Operation, why: string): never =>
  refuse(String(node['x-refused-as']), { JSON_PARSER_MESSAGE: why }, {}, why);
