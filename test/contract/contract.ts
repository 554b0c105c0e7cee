// The contract, whole: everything that is asked of a document, by operation and by callback. Each finding is a sentence with its place.
import { child, inlined, isNode, type Node } from '../interface/document.ts';
import { endpoints, webhooks } from '../interface/facts/index.ts';
import { answerFindings } from './checks/answers.ts';
import { authenticationFindings } from './checks/authentication.ts';
import { answerSchemaFindings, callbackSchemaFindings, requestSchemaFindings } from './checks/bodies.ts';
import { callbackFindings } from './checks/callbacks.ts';
import { defaultFindings } from './checks/defaults.ts';
import { madeFindings } from './checks/made.ts';
import { callbackUnitFindings, promiseFindings } from './checks/promises.ts';
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

/** What is asked of each operation, the quickest first. */
export const ofOperations: Readonly<Record<string, Check>> = {
  'declares answers as the interface has them': answerSchemaFindings,
  'declares requests as the interface has them': requestSchemaFindings,
  'declares the defaults of the interface': defaultFindings,
  'promises what follows from the interface': promiseFindings,
  'gives every example, byte for byte': answerFindings,
  'makes its answer for the request': madeFindings,
  'refuses with every row of the catalogue, as its typed error': refusalFindings,
  'refuses a call without a part of the authentication': authenticationFindings,
  'takes what fits, and refuses what crosses one rule with that rule’s row': requestFindings,
};

/** What is asked of each callback. */
export const ofCallbacks: Readonly<Record<string, Check>> = {
  'is taken by the handler, example by example': callbackFindings,
  'declares its body as the interface has it': callbackSchemaFindings,
  'marks seconds as such': callbackUnitFindings,
};

/** Every finding on a document; on some operations and callbacks alone, if they are named. */
export async function* contractFindings(document: Node, owners?: readonly string[]): AsyncGenerator<string> {
  const contract = contractOf(owners ? partOf(document, owners) : document);
  const asked = (name: string): boolean => owners?.includes(name) ?? true;
  for (const [named, checks] of [
    [endpoints, ofOperations],
    [webhooks, ofCallbacks],
  ] as const)
    for (const name of Object.keys(named).filter(asked))
      for (const check of Object.values(checks)) yield* check(contract, name);
}

/** A document as the checks want it, answered for in process by a mock that is made when it is first asked. */
function contractOf(document: Node): Contract {
  let mock: Promise<Transport> | undefined;
  return {
    document: inlined(document),
    transport: async (url, init) => (await (mock ??= inProcess(document)))(url, init),
    seen: () => undefined,
  };
}

/** The document without the paths and callbacks that nobody asks about: making a mock of all takes longer than asking it. */
function partOf(document: Node, owners: readonly string[]): Node {
  const paths = owners.map((name) => endpoints[name]?.call.split(' ')[1]);
  const isAsked = (path: string, item: unknown): boolean =>
    paths.includes(path) ||
    Object.values(item as Node).some((one) => isNode(one) && owners.includes(String(one.operationId)));
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(child(document, 'paths')).filter(([path, item]) => isAsked(path, item))),
    webhooks: Object.fromEntries(Object.entries(child(document, 'webhooks')).filter(([name]) => owners.includes(name))),
  };
}
