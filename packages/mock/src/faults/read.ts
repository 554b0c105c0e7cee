/** Reads the fault that a developer asks for, or says what is wrong with it and what to write instead. */
import { isNode } from '@wallet-operations/validator';
import { type Fault, type FaultKind, FAULTS, NUMBERS } from './fault.ts';

/** What a fault is asked for with: `fault` and its name, and what it takes, all under lower-case names. */
export type Asked = readonly (readonly [name: string, value: string | undefined])[];

/** All that may stand beside the name. */
export const PARAMETERS: readonly string[] = [...Object.keys(NUMBERS), 'operationid'];

/** The first name that is there for the second time: which of its values is meant, nobody knows. */
export function twiceIn(asked: Asked): string | undefined {
  const names = asked.map(([name]) => name);
  return names.find((name, i) => names.indexOf(name) < i);
}

/** A fault that nobody can do; its message is all that the developer needs. */
export class FaultError extends TypeError {
  override readonly name = 'FaultError';
}

/**
 * Reads it.
 *
 * @throws FaultError for a name, a number or an operation that there is not, and for what is there twice
 */
export function readFault(wanted: Asked, operationIds: readonly string[]): Fault {
  const asked = new Map(wanted);
  const twice = twiceIn(wanted);
  if (twice !== undefined) throw new FaultError(`${twice} is there twice`);
  const kind = asked.get('fault') ?? '';
  if (!Object.hasOwn(FAULTS, kind))
    throw new FaultError(`there is no fault=${kind}. There are: ${Object.keys(FAULTS).join(' | ')}`);
  const numbers = Object.entries(NUMBERS).filter(([, { of }]) => of.includes(kind));
  const takes = [...numbers.map(([name]) => name), 'operationId'];
  const [stray] = [...asked.keys()].filter(
    (name) => name !== 'fault' && !takes.some((each) => each.toLowerCase() === name),
  );
  if (stray !== undefined) throw new FaultError(`fault=${kind} has no ${stray}. It takes: ${takes.join(' | ')}`);

  const read: Record<string, number> = {};
  for (const [name, { atLeast, atMost, isNeeded = false }] of numbers) {
    const text = asked.get(name);
    if (text === undefined && !asked.has(name) && !isNeeded) continue;
    const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : NaN;
    if (!(number >= atLeast && number <= atMost))
      throw new FaultError(
        `fault=${kind} takes ${name}=N, a whole number from ${String(atLeast)} to ${String(atMost)}, not ${text ?? 'nothing'}`,
      );
    read[name] = number;
  }
  const operationId = asked.get('operationid');
  if (asked.has('operationid') && !operationIds.includes(operationId ?? ''))
    throw new FaultError(`there is no operationId=${operationId ?? ''}. There are: ${operationIds.join(' | ')}`);
  return { kind: kind as FaultKind, ...read, ...(operationId !== undefined && { operationId }) };
}

/** Reads one that a program gives, which may have no types. @throws FaultError as above */
export function checkedFault(fault: unknown, operationIds: readonly string[]): Fault {
  if (!isNode(fault)) throw new FaultError(`a fault is { kind: NAME }, not ${JSON.stringify(fault)}`);
  const { kind, ...more } = fault;
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  const asked = given.map(([name, value]): [string, string] => [name.toLowerCase(), String(value)]);
  return readFault([['fault', String(kind)], ...asked], operationIds);
}
