/** The OpenAPI document as the sandbox needs it, besides what requests are read by. */
import { withAnswersOf } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import {
  createAnswerCheck,
  createValidator,
  memoized,
  type AnswerCheck,
  type OpenApiDocument,
  type Operation,
  type Validator,
} from '@wallet-operations/validator';
import type { WalletKind } from './names.ts';
import { decisionsOf, unfollowed, type Decisions } from './points.ts';

/** The document as one sandbox acts on it. */
export interface Interface {
  /** The reader of requests, by the path segment that stands for svc. */
  readonly validatorFor: (product: string) => Validator;
  /** The check of results, each operation's compiled once. */
  readonly answerCheck: AnswerCheck;
  readonly decisions: Decisions;
}

const interfaceOf = (document: OpenApiDocument): Interface => ({
  validatorFor: memoized((product: string) => createValidator(document, product)),
  answerCheck: createAnswerCheck(document),
  decisions: decisionsOf(document),
});

/** Without answers: compiled once for all sandboxes of a process. */
const published = memoized((document: OpenApiDocument) => interfaceOf(document));

/**
 * The document with the answers of a file, if one is named.
 *
 * @throws AnswerError for what is no answer, or one that the sandbox cannot follow
 */
export const readInterface = (overlay: string | undefined): Interface =>
  overlay === undefined
    ? published(bundled)
    : interfaceOf(withAnswersOf<OpenApiDocument>(bundled, overlay, unfollowed));

/** What the document says of an operation and its callers. */
export interface Callers {
  /** Kinds of wallets that may be asked; undefined where the interface names none. */
  readonly kinds: readonly WalletKind[] | undefined;
  readonly takesReadOnlyCode: boolean;
  /** Whether an API code without permission is refused. */
  readonly needsPermission: boolean;
}

/** Reads it. */
export const callersOf = memoized(({ node, examples }: Operation): Callers => ({
  kinds: node['x-wallet-kinds'] as readonly WalletKind[] | undefined,
  takesReadOnlyCode: JSON.stringify(node.security ?? '').includes('ReadOnlyApiCode'),
  needsPermission: examples.some(({ name }) => name === 'api_secret_not_valid'),
}));

/** What a currency's memo must be, and the rows that refuse what it is not. */
export interface MemoRule {
  readonly maxLength: number;
  readonly tooLong: string;
  readonly required?: string;
  readonly integer?: string;
}

/** The memo rules by currency; a currency without one has no memo. */
export const memoRules: Readonly<Record<string, MemoRule | undefined>> =
  bundled.components.schemas.WithdrawalRequest.properties.memo['x-memo-rules'];

/** What every `order_id` must be, whatever its wallet. */
export const orderIdRule = {
  maxLength: bundled.components.schemas.OrderId.maxLength,
  pattern: new RegExp(bundled.components.schemas.OrderId.pattern, 'u'),
};
