/** Watches what answers say of the API codes that a run uses: one that is not the activated one, or no more, must not be sent again. */
import { isNode } from '@wallet-operations/validator';
import { type Alterations, type RawAnswer, type Stop, jsonOf } from '@wallet-operations/transcript';

/** A call that was answered. */
export interface Answered {
  readonly operationId: string;
  /** The code that was sent. */
  readonly apiCode: string;
  /** The code of the wallet in the path. */
  readonly ownCode: string | undefined;
  readonly altered: Alterations;
  /** Whether the step asks for something that is to be refused. */
  readonly isProvoked: boolean;
  readonly answer: RawAnswer;
  /** Names of the rows that the answer may be. */
  readonly rows: readonly string[];
}

/** So many calls in a row that are wrong on purpose may be refused for a code that was taken before: which fault is told first is the service's. */
const MOST_REFUSED = 3;

/** What an answer about codes says: which is the activated one, and which is not. */
export function codesIn(answer: RawAnswer): { readonly valid: unknown; readonly inactivated: unknown } {
  const body = jsonOf(answer);
  const codeOf = (state: unknown): unknown => (isNode(state) ? state.api_code : undefined);
  return isNode(body)
    ? { valid: codeOf(body.valid), inactivated: codeOf(body.inactivated) }
    : { valid: undefined, inactivated: undefined };
}

/** Makes the watch over all codes of a run. It says why a run has to end; undefined where it may go on. */
export function createCodeWatch(given: ReadonlySet<string>): (answered: Answered) => Stop | undefined {
  const taken = new Set<string>();
  const refused = new Map<string, number>();
  return ({ operationId, apiCode, ownCode, altered, isProvoked, answer, rows }) => {
    if (operationId === 'getApiCodeStatus' && answer.status === 200) {
      const { valid, inactivated } = codesIn(answer);
      const isKnown = valid === ownCode || (altered.codeOf !== undefined && valid === apiCode);
      if (typeof valid === 'string' && !isKnown) return 'not the activated code';
      if (typeof inactivated === 'string' && given.has(inactivated)) return 'not the activated code';
    }
    if (altered.madeUpCode === true || altered.omits === 'X-API-CODE') return undefined;
    const isRight = !isProvoked && Object.keys(altered).length === 0;
    if (!rows.includes('invalid_api_code')) {
      refused.delete(apiCode);
      if (isRight && answer.status === 200) taken.add(apiCode);
      return undefined;
    }
    if (!taken.has(apiCode)) return undefined;
    const times = (refused.get(apiCode) ?? 0) + 1;
    refused.set(apiCode, times);
    return isRight || times >= MOST_REFUSED ? 'code refused' : undefined;
  };
}
