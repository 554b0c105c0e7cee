/** From a request to an answer that the service could give: the order of checks, and nothing of sockets. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { type After, isCarriedOut } from '@wallet-operations/serving';
import {
  answerContent,
  because,
  type Call,
  createValidator,
  memoized,
  type OpenApiDocument,
  type Operation,
  type Refusal,
  type Values,
} from '@wallet-operations/validator';
import type { Fault } from '../faults/fault.ts';
import { createFaults } from '../faults/faults.ts';
import { checkedFault } from '../faults/read.ts';
import { madeFor } from '../made/made.ts';
import { type Rules, rulesOf } from '../made/rules.ts';
import { chosen, type Template, templateOf } from '../made/template.ts';
import { toldBy } from '../made/told.ts';
import { chooseExample, type Example } from '../prism/example.ts';
import type { MockAnswer, MockRequest } from './messages.ts';
import { preferred, type Wishes } from './prefer.ts';
import { violationsHeader } from './violations-header.ts';

/** Answers requests without a socket. */
export type Answerer = (request: MockRequest) => Promise<MockAnswer>;

/** Where bodies come from. */
export interface DynamicOptions {
  /** Generates bodies instead of giving examples. Default: false. */
  readonly dynamic?: boolean;
  /** With it, the same request always gets the same generated body, whenever it was signed. Default: another one each time. */
  readonly seed?: string;
}

/** What faults need of time; the client's clocks have it. */
export interface MockClock {
  /** Milliseconds since any fixed point, by which the minutes of `throttle` are counted. */
  readonly monotonic: () => number;
  /** Runs something once after so many milliseconds: the answer of `slow`. Returns what cancels it. */
  readonly after: After;
}

/** How requests are answered. */
export interface AnswererOptions extends DynamicOptions {
  /** What goes wrong with each request; of several on the wire the first that hits it. Default: nothing, unless a request asks for it. */
  readonly fault?: Fault | readonly Fault[];
  /** Time, for tests that do not want to wait for it. Default: the machine's. */
  readonly clock?: MockClock;
}

/** A body, and why it is this one. */
type Body = Pick<MockAnswer, 'body' | 'because'>;

/**
 * Makes the answering function for a document, the published one by default. `product` is the path segment that a product has
 * in the place of `svc`.
 *
 * @throws FaultError for a fault that there is not; Error while it answers, if the document refuses a request by a row that it does not list
 */
export async function createAnswerer(
  document: OpenApiDocument = bundled,
  product = 'svc',
  options: AnswererOptions = {},
): Promise<Answerer> {
  const { dynamic = false, seed, fault = [], clock } = options;
  const validator = createValidator(document, product);
  const operationIds = validator.operations.map(({ operationId }) => operationId);
  const all = [fault].flat().map((each) => checkedFault(each, operationIds));
  const faults = createFaults(document, all, clock?.monotonic ?? (() => performance.now()));
  const answersOf = memoized((operation: Operation) => readAnswers(document, operation));
  const generate = dynamic ? await (await import('./generated-body.ts')).createGenerate(document, seed) : undefined;

  return async (request) => {
    const call = validator.route(request.method, request.url);
    if (!('operation' in call)) return call;
    const { operationId } = call.operation;

    const wishes = preferred(call.operation, request.headers.prefer, operationIds);
    if (wishes.mistake) return { ...wishes.mistake, operationId };
    const asked = faults.of(call, wishes.fault);
    const hit = faults.onTheWire(asked, call, request.body);
    if (!hit) return { ...(await answerTo(call, request, wishes, asked)), operationId };
    const said = `fault=${hit.kind}`;
    if (!isCarriedOut(hit)) return { status: 0, body: undefined, because: said, fault: hit, operationId };
    const answer = await answerTo(call, request, wishes, asked);
    return { ...answer, because: `${said}: ${answer.because}`, fault: hit, operationId };
  };

  async function answerTo(
    call: Call,
    { headers, body }: MockRequest,
    wishes: Wishes,
    asked: readonly Fault[],
  ): Promise<MockAnswer> {
    const { operation } = call;
    const isRehearsal = typeof wishes.fault === 'object' || all.length > 0; // or nothing is remembered
    if (wishes.answer) {
      const read = isRehearsal && wishes.answer.status < 300 && validator.read(call, headers, body);
      if (read && !('reason' in read)) faults.take([], call, read); // what was said to be accepted is a duplicate later
      return wishes.answer;
    }
    const stranger = validator.admit(call, headers);
    if (stranger) return refused(stranger);
    const throttled = faults.throttle(asked, call, headers['x-api-code'] ?? '');
    if (throttled) return refused(throttled, 'fault=throttle: ');
    const read = validator.read(call, headers, body);
    if ('reason' in read) return refused(read);
    const duplicate = isRehearsal ? faults.take(asked, call, read) : undefined;
    if (duplicate) return refused(duplicate, 'fault=duplicate: ');

    const { usual, rules, templates } = await answersOf(operation);
    if (!rules) return { status: usual.status, ...bodyOf(operation, usual, read) };
    const told = toldBy(read, rules);
    const template = chosen(told, templates, rules);
    const row = !template && !wishes.success && operation.examples.find(({ name }) => name === rules.unknown);
    if (row) return { status: row.status, body: row.body, because: 'no example knows what is asked for' };
    const { status, body: spare } = usual;
    const { body: plain, because: why } = bodyOf(operation, { status, body: (template ?? usual).body }, read);
    return { status, body: madeFor(read, told, rules, plain, spare), because: why };
  }

  /** A generated body, if bodies are generated; or else the example's. */
  function bodyOf(operation: Operation, { status, body }: Example, request: Values): Body {
    if (!generate) return { body, because: 'the request fits the document' };
    const made = generate(operation, status, request);
    if (made !== undefined) return { body: made, because: 'generated' };
    return { body, because: 'an example, for nothing generated is valid' };
  }
}

/** The row of a refusal, with all that was wrong. */
const refused = (refusal: Refusal, by = ''): MockAnswer => ({
  status: refusal.status,
  body: refusal.body,
  ...(refusal.violations.length > 0 && { headers: { 'x-mock-violations': violationsHeader(refusal.violations) } }),
  because: `${by}${because(refusal)}`,
});

/** What an operation answers with, read once. */
interface Answers {
  /** Where no other example has more of what is asked for. */
  readonly usual: Example;
  /** What the request tells of the answer; undefined where it tells nothing. */
  readonly rules: Rules | undefined;
  readonly templates: readonly [Template, ...Template[]];
}

/** The example that Prism chooses; where there is none, one is made of the schema. */
async function usualOf(document: OpenApiDocument, operation: Operation): Promise<Example> {
  const { status, body } = chooseExample(document, operation);
  if (body !== undefined || answerContent(document, operation, status).schema === undefined) return { status, body };
  const { createGenerate } = await import('./generated-body.ts');
  const generate = await createGenerate(document, 'example');
  const made = generate(operation, status, { path: {}, query: {}, body: undefined });
  if (made !== undefined) return { status, body: made };
  throw new Error(`${operation.operationId} has no example, and none could be made of its schema: give it one.`);
}

async function readAnswers(document: OpenApiDocument, operation: Operation): Promise<Answers> {
  const usual = await usualOf(document, operation);
  const rules = rulesOf(operation);
  const others = operation.examples.filter(({ status }) => status === usual.status);
  const of = ({ body }: { readonly body: unknown }): Template => templateOf(body, rules);
  return { usual, rules, templates: [of(usual), ...others.map(of)] };
}
