/** What a developer asks for in the Prefer header: the answer that the mock shall give, and the fault that shall hit it. */
import type { Operation } from '@wallet-operations/validator';
import type { OwnFault } from '../faults/faults.ts';
import { FAULTS, isOnTheWire } from '../faults/fault.ts';
import { FaultError, PARAMETERS, readFault, twiceIn } from '../faults/read.ts';
import type { MockAnswer } from './messages.ts';
import { isLike, preferencesIn, type Preference } from './preferences.ts';

/** The preferences of the mock. */
const OURS = ['code', 'example', 'fault'];

/** Those that say which answer it shall be. */
const ANSWERS = ['code', 'example'];

/** What others than ours are taken for: Prism has `dynamic`, and `status` is what a code is. */
const LIKE_OURS = [...OURS, 'dynamic', 'status'];

/** Those that RFC 7240 has itself; the mock has no use for them. */
const REGISTERED = ['respond-async', 'return', 'wait', 'handling'];

/** What is asked for. */
export interface Wishes {
  /** The 400 for what nothing fits: it lists what there is. */
  readonly mistake?: MockAnswer;
  /** An example as it is. */
  readonly answer?: MockAnswer;
  /** Whether a success is asked for, whatever it is that is asked for. */
  readonly success?: boolean;
  readonly fault?: OwnFault;
}

const NOTHING: Wishes = {};

/**
 * Reads `code=403, example=header_not_found` (comma or semicolon, either part alone), which gives that example, valid request
 * or not; the code of a success alone gives whatever the request is answered with if there is what it asks for. Reads
 * `fault=slow; delay=500`, too. A wish that nothing fits, or that is misspelt or empty, gets a 400 that lists what exists, and no fault.
 */
export function preferred(operation: Operation, header: string | undefined, operationIds: readonly string[]): Wishes {
  if (header === undefined) return NOTHING;
  const preferences = preferencesIn(header);
  const wishes = new Map(preferences.toReversed()); // of repeated ones the first is meant
  const ours = wishes.has('fault') ? [...OURS, ...PARAMETERS] : OURS;
  const likeOurs = [...ours, ...LIKE_OURS];
  const misspelt = [...wishes].find(
    ([name, value]) =>
      !ours.includes(name) && (likeOurs.some((each) => isLike(name, each)) || isMeant(operation, name, value)),
  )?.[0];
  if (misspelt !== undefined)
    return refused(operation, `Prefer has ${misspelt}, which the mock does not know`, `Prefer has ${misspelt}`);
  const fault = faultIn(header, preferences, operationIds);
  if (fault instanceof FaultError) {
    const because = 'Prefer asks for a fault that does not exist';
    return { mistake: { status: 400, body: { error: `Prefer: ${fault.message}` }, because } };
  }
  const empty = ANSWERS.find((name) => wishes.has(name) && wishes.get(name) === undefined);
  if (empty !== undefined)
    return refused(operation, `Prefer has ${empty} without a value`, `Prefer has an empty ${empty}`);
  const { code, example } = { code: wishes.get('code'), example: wishes.get('example') };
  if (code === undefined && example === undefined) return { fault };

  const fits = operation.examples.find(
    ({ status, name }) => (code ?? String(status)) === String(status) && (example ?? name) === name,
  );
  if (fits && example === undefined && fits.row === undefined) return { success: true, fault };
  if (fits && typeof fault === 'object' && !isOnTheWire(fault)) {
    const error = `Prefer: fault=${fault.kind} is an answer of its own: leave code and example out`;
    return { mistake: { status: 400, body: { error }, because: 'Prefer asks for two answers' } };
  }
  if (fits) return { answer: { status: fits.status, body: fits.body, because: `Prefer asks for ${fits.name}` }, fault };
  return refused(
    operation,
    `No such example of ${operation.operationId}`,
    'Prefer asks for an example that does not exist',
  );
}

/** Whether a preference that is none of ours, nor like them, can only be meant for us: it has what we have, in another form. */
function isMeant({ examples }: Operation, name: string, value: string | undefined): boolean {
  if (value === undefined)
    return isStatus(name) || /^(?:code|example):/.test(name) || examples.some((each) => each.name === name);
  return /(?:status|code)$/.test(name) && isStatus(value);
}

const isStatus = (text: string): boolean => /^[1-5]\d\d$/.test(text);

/** A rehearsal that does not take place must not pass for one: whatever is not understood beside a fault is refused. */
function faultIn(
  header: string,
  preferences: readonly Preference[],
  operationIds: readonly string[],
): OwnFault | FaultError {
  const names = preferences.map(([name]) => name);
  const kind = preferences[names.indexOf('fault')]?.[1];
  const lost = names.find((name) => PARAMETERS.includes(name) || Object.hasOwn(FAULTS, name));
  if (!names.includes('fault')) {
    const isElsewhere = preferences.some(
      ([name, value = '']) => /fault|fail/.test(name) && Object.hasOwn(FAULTS, value),
    );
    if (isElsewhere || /\bfault\b/i.test(header)) return new FaultError('write fault=NAME, with a comma before it');
    return lost === undefined ? undefined : new FaultError(`${lost} needs a fault, such as fault=slow; delay=500`);
  }
  const twice = twiceIn(preferences);
  if (twice === 'fault')
    return new FaultError('a request has one fault: give others for all, with --fault or startMock({ fault })');
  if (twice !== undefined) return new FaultError(`${twice} is there twice`);
  const stray = names.find((name) => ![...OURS, ...PARAMETERS, ...REGISTERED].includes(name));
  if (stray !== undefined)
    return new FaultError(`fault=${kind ?? ''} has no ${stray}. It takes: ${PARAMETERS.join(' | ')}`);
  if (kind === 'none') return lost === undefined ? kind : new FaultError(`fault=none has no ${lost}: it takes nothing`);
  try {
    return readFault(
      preferences.filter(([name]) => name === 'fault' || PARAMETERS.includes(name)),
      operationIds,
    );
  } catch (error) {
    return error as FaultError; // it throws no other
  }
}

function refused({ examples }: Operation, error: string, because: string): Wishes {
  const known = examples.map(({ status, name }) => `code=${String(status)}, example=${name}`);
  return { mistake: { status: 400, body: { error: `${error}. Prefer takes one of: ${known.join(' | ')}` }, because } };
}
