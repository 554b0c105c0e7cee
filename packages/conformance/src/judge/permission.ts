/** Codes without permission, for some operations or for any: what refuses one says nothing of the interface but that, and is told of once. */
import type { Caller, Exchange, Transcript } from '@wallet-operations/transcript';
import { callerInWords } from '@wallet-operations/transcript';
import { OF_PRICES } from '../calls/lists.ts';
import { needsPermission, NO_PERMISSION } from '../document/reading.ts';
import type { Evidence } from './evidence.ts';
import type { Fact } from './fact.ts';
import { rowsIn } from './errors.ts';
import { rowDue, stepsOf } from './rows.ts';

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

/** Looks for codes that every operation refuses which needs permission, or some of them whatever is right. */
export function hiddenIn(evidence: Evidence): Hidden {
  const { transcript, service } = evidence;
  const isRefused = (exchange: Exchange): boolean => rowsIn(evidence, exchange, 'message').includes(NO_PERMISSION);
  const steps = stepsOf(evidence);
  /** Whether a call was to be answered with what it asks for; whose code is taken for prices is a point. */
  const isRight = (exchange: Exchange): boolean => {
    const step = steps.get(exchange.step);
    return step !== undefined && step.point !== OF_PRICES && rowDue(evidence, exchange, step) === undefined;
  };
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
    const taken = new Set(
      exchanges.flatMap(({ operationId, answer }) => (answer?.status === 200 ? [operationId] : [])),
    );
    const refused = exchanges.filter((exchange) => isRefused(exchange) && !taken.has(exchange.operationId));
    const rightly = refused.filter(isRight).map(({ operationId }) => operationId);
    const all = refused.map(({ operationId }) => operationId);
    const isWhole = taken.size === 0 && new Set(all).size >= FEWEST;
    const operations = [...new Set(isWhole ? all : rightly)];
    return operations.length === 0 ? [] : [{ caller, isWhole, operations, refused }];
  });
  const left = new Set(codes.flatMap(({ refused }) => refused));
  const exchanges = transcript.exchanges.filter((exchange) => !left.has(exchange));
  return {
    facts: codes.map((code) => factOf(transcript, code)),
    transcript: { ...transcript, exchanges },
    why: new Map(
      codes.flatMap(({ caller, operations }) =>
        operations.map((id) => [id, `${callerInWords(transcript, caller)} has a code without permission`] as const),
      ),
    ),
  };
}

/** A code without permission for operations, which are all that it was used for or not. */
interface Code {
  readonly caller: Caller;
  readonly operations: readonly string[];
  readonly isWhole: boolean;
}

function factOf(transcript: Transcript, { caller, operations, isWhole }: Code): Fact {
  const [operationId = ''] = operations;
  const who = callerInWords(transcript, caller);
  const rest = isWhole ? 'and nothing that needs one takes it' : 'whatever is right, and others take it';
  return {
    ...{ operationId, kind: 'error row', about: `${NO_PERMISSION} of ${who}`, verdict: 'differs' },
    evidence: `the code of ${who} has no permission: ${operations.join(', ')} refuse it so, ${rest}. What that hides is not observable: give it the permission, or leave it out`,
  };
}
