/** A call under way: a promise of its result, which can tell of the answer too. */
import type { Answered, CallPromise } from '@wallet-operations/openapi/methods';
import { requestIdOf } from '../sending/secrets.ts';
import type { LastAnswer } from './call.ts';

/** Makes it of what is sent. */
export function pending(sending: Promise<LastAnswer>): CallPromise<unknown> {
  const result = sending.then(valueOf);
  const withResponse = (): Promise<Answered<unknown>> => {
    result.catch(() => undefined); // who asks so hears of a failure here, and there it would be unhandled
    return sending.then((answer) => {
      const { attempts, milliseconds, response } = answer;
      const { status, headers } = response;
      return { data: valueOf(answer), requestId: requestIdOf(response), status, headers, attempts, milliseconds };
    });
  };
  return Object.assign(result, { withResponse });
}

function valueOf({ value, error }: LastAnswer): unknown {
  if (error) throw error;
  return value;
}
