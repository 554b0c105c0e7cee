/** The document as a run takes it: its operations by name, its points, and the check of answers. */
import { pointsOf, type PointedDocument, type Points } from '@wallet-operations/answers';
import {
  createAnswerCheck,
  operationsOf,
  type AnswerCheck,
  type OpenApiDocument,
  type Operation,
} from '@wallet-operations/validator';

/** The kinds of wallets, as the interface names them. */
export const WALLET_KINDS = ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated'] as const;

/** One of them. */
export type WalletKind = (typeof WALLET_KINDS)[number];

/** What is asked of the document. */
export interface Interface {
  readonly document: PointedDocument;
  readonly operations: readonly Operation[];
  /** @throws TypeError for an operation that there is not, with the name. */
  readonly operation: (operationId: string) => Operation;
  readonly points: Points;
  readonly answerCheck: AnswerCheck;
}

/** Reads a document once. */
export function interfaceOf(document: OpenApiDocument): Interface {
  const operations = operationsOf(document);
  const byName = new Map(operations.map((operation) => [operation.operationId, operation]));
  return {
    document: document as PointedDocument,
    operations,
    operation(operationId) {
      const found = byName.get(operationId);
      if (!found) throw new TypeError(`The document has no operation ${operationId}.`);
      return found;
    },
    points: pointsOf(document as PointedDocument),
    answerCheck: createAnswerCheck(document),
  };
}

/** Whether an operation takes the read-only API code, and no wallet's. */
export const takesReadOnlyCode = ({ node }: Operation): boolean =>
  JSON.stringify(node.security ?? '').includes('ReadOnlyApiCode');
