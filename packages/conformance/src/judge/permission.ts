/** Codes without permission: what refuses one says nothing of the interface but that, and is told of once. */
import type { Caller, Exchange, Transcript } from '@wallet-operations/transcript';
import { callerInWords } from '@wallet-operations/transcript';
import { needsPermission, NO_PERMISSION } from '../document/reading.ts';
import type { Evidence } from './evidence.ts';
import type { Fact } from './fact.ts';
import { rowsIn } from './rows.ts';

/** One operation alone that refuses a code so may be wrong about it. */
const FEWEST = 2;

/** What the refusals of such codes hide. */
export interface Hidden {
  /** A difference for each code. */
  readonly facts: readonly Fact[];
  /** The transcript without them. */
  readonly transcript: Transcript;
  /** Why operations were not compared that nobody else was answered by. */
  readonly why: ReadonlyMap<string, string>;
}

/** Looks for codes that every operation refuses which needs permission. */
export function hiddenIn(evidence: Evidence): Hidden {
  const { transcript, service } = evidence;
  const isRefused = (exchange: Exchange): boolean => rowsIn(evidence, exchange, 'message').includes(NO_PERMISSION);
  const own = transcript.exchanges.filter(
    ({ step, operationId, request, answer }) =>
      answer &&
      !step.startsWith('access.') && // what gets the run in tells of that, whoever may ask
      request.altered.codeOf === undefined &&
      needsPermission(service.operation(operationId)),
  );
  const callers: readonly Caller[] = [...transcript.wallets.keys(), 'read-only'];
  const codes = callers.flatMap((caller) => {
    const exchanges = own.filter((exchange) => exchange.caller === caller);
    const refused = exchanges.filter(isRefused);
    const operations = [...new Set(refused.map(({ operationId }) => operationId))];
    const isTaken = exchanges.some(({ answer }) => answer?.status === 200);
    return isTaken || operations.length < FEWEST ? [] : [{ caller, refused, operations }];
  });
  const left = new Set(codes.flatMap(({ refused }) => refused));
  const exchanges = transcript.exchanges.filter((exchange) => !left.has(exchange));
  return {
    facts: codes.map(({ caller, operations }) => factOf(transcript, caller, operations)),
    transcript: { ...transcript, exchanges },
    why: new Map(
      codes.flatMap(({ caller, operations }) =>
        operations.map((id) => [id, `${callerInWords(transcript, caller)} has a code without permission`] as const),
      ),
    ),
  };
}

function factOf(transcript: Transcript, caller: Caller, operations: readonly string[]): Fact {
  const [operationId = ''] = operations;
  const who = callerInWords(transcript, caller);
  return {
    ...{ operationId, kind: 'error row', about: `${NO_PERMISSION} of ${who}`, verdict: 'differs' },
    evidence: `the code of ${who} has no permission: ${operations.join(', ')} refuse it so, and nothing that needs one takes it. What that hides is not observable: give it the permission, or leave it out`,
  };
}
