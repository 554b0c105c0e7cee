// The contract, whole: everything that is asked of a document, by operation and by callback. Each finding is a sentence with its place.
import { inlined, type Node } from '../interface/document.ts';
import { endpoints, webhooks } from '../interface/facts/index.ts';
import { answerFindings } from './checks/answers.ts';
import { authenticationFindings } from './checks/authentication.ts';
import { bodyFindings, callbackBodyFindings } from './checks/bodies.ts';
import { callbackFindings } from './checks/callbacks.ts';
import { defaultFindings } from './checks/defaults.ts';
import { refusalFindings } from './checks/refusals.ts';
import { requestFindings } from './checks/requests.ts';
import { inProcess, type Transport } from './exchange.ts';
import type { Cell } from './places.ts';

/** A document under test, what answers for it, and who keeps count of what was seen. */
export interface Contract {
  /** Without references. */
  readonly document: Node;
  readonly transport: Transport;
  readonly seen: (cell: Cell, as: Sight) => void;
}

/** A keyword is seen `valid` and `invalid`; an example, or a part of the authentication, is `shown`. */
export type Sight = 'valid' | 'invalid' | 'shown';

/** One thing that is asked of an operation or a callback. */
export type Check = (contract: Contract, owner: string) => Iterable<string> | AsyncIterable<string>;

/** What is asked of each operation. */
export const ofOperations: Readonly<Record<string, Check>> = {
  'gives every example, byte for byte': answerFindings,
  'refuses with every row of the catalogue, as its typed error': refusalFindings,
  'refuses a call without a part of the authentication': authenticationFindings,
  'takes what fits, and refuses what crosses one rule with that rule’s row': requestFindings,
  'declares answers as the interface has them': bodyFindings,
  'declares the defaults of the interface': defaultFindings,
};

/** What is asked of each callback. */
export const ofCallbacks: Readonly<Record<string, Check>> = {
  'is taken by the handler, example by example': callbackFindings,
  'declares its body as the interface has it': callbackBodyFindings,
};

/** A document as the checks want it, answered for in process. */
export async function contractOf(document: object, seen: Contract['seen'] = () => undefined): Promise<Contract> {
  return { document: inlined(document as Node), transport: await inProcess(document), seen };
}

/** Every finding on a document; on some operations and callbacks alone, if they are named. */
export async function* contractFindings(document: object, owners?: readonly string[]): AsyncGenerator<string> {
  let contract: Contract;
  try {
    contract = await contractOf(document);
  } catch (error) {
    yield `the document cannot be served: ${String(error)}`;
    return;
  }
  const asked = (name: string): boolean => owners?.includes(name) ?? true;
  for (const name of Object.keys(endpoints).filter(asked))
    for (const check of Object.values(ofOperations)) yield* check(contract, name);
  for (const name of Object.keys(webhooks).filter(asked))
    for (const check of Object.values(ofCallbacks)) yield* check(contract, name);
}
