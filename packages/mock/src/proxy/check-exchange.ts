/** Holds an exchange against the document, and finds all that breaks it. */
import {
  answerContent,
  type Call,
  createAnswerCheck,
  createValidator,
  missingCredentials,
  type OpenApiDocument,
  type Operation,
  rowsOf,
  rowsUnder,
  type Violation,
} from '@wallet-operations/validator';
import { decode } from './decode.ts';
import type { Exchange } from './exchange.ts';
import { isRefusal, type Kind, kindInAnswer, kindInRequest } from './kinds.ts';
import { codesOf, createPathMask, masked } from './mask.ts';

/** One breach of the document. It quotes nothing that was sent. */
export interface Problem extends Violation {
  readonly in: 'request' | 'response';
  readonly kind: Kind;
}

/** What became of an exchange. */
export interface Checked {
  readonly method: string;
  /** As the document has it; what stands in the place of a parameter is not told. */
  readonly path: string;
  /** Undefined where the document has no operation at this path. */
  readonly operationId: string | undefined;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly problems: readonly Problem[];
  /** The names of the error rows that the answer may be. Empty for any other answer, and for one that breaks the document. */
  readonly rows: readonly string[];
  /** False where a body broke off, or was too large: what came before was checked. A request that was refused before it had come is no lack. */
  readonly complete: boolean;
}

/** More breaches of one message than this are not counted one by one. */
const MOST = { most: 10_000 };

/** The check of exchanges. */
export interface ExchangeCheck {
  readonly check: (exchange: Exchange) => Checked;
  /** For one that is not checked: `why` follows `answer`. */
  readonly skip: (exchange: Exchange, why: string) => Checked;
}

/** Makes the check for a document, and for the path segment that stands for `svc`. */
export function createExchangeCheck(document: OpenApiDocument, product: string): ExchangeCheck {
  const { route, check: ofRequest, operations } = createValidator(document, product, MOST);
  const { answer } = createAnswerCheck(document, MOST);
  const codes = codesOf(operations);
  const maskPath = createPathMask(operations, product);

  const requestViolations = (call: Call, { requestHeaders }: Exchange, body: Plain): readonly Violation[] => {
    const headers = requestHeaders as Record<string, string | undefined>; // only set-cookie, which is no request's, is a list
    return [
      ...missingCredentials(call, headers),
      ...undeclared(call),
      ...ofRequest.path(call).violations,
      ...ofRequest.query(call).violations,
      ...violationsOf(body, (plain) => ofRequest.body(call, headers, plain).violations),
    ].map((violation) =>
      masked(document, call.operation, { in: 'request', schema: call.operation.bodySchema, codes }, violation),
    );
  };

  const responseViolations = (operation: Operation, { response }: Exchange, body: Plain): readonly Violation[] => {
    if (!response) return [];
    const { status, headers } = response;
    const contentType = headers['content-type'];
    const { schema } = answerContent(document, operation, status);
    return violationsOf(body, (plain) => answer(operation, { status, contentType, body: plain })).map((violation) =>
      masked(document, operation, { in: 'response', schema, codes }, violation),
    );
  };

  const skip: ExchangeCheck['skip'] = ({ method, url, response }, why) => {
    const call = route(method, url);
    const problem = { in: 'response', kind: 'unchecked', path: ['answer'], code: 'unchecked', message: why } as const;
    return {
      method,
      path: maskPath(call.target.path),
      operationId: 'operation' in call ? call.operation.operationId : undefined,
      status: response?.status,
      problems: [problem],
      rows: [],
      complete: false,
    };
  };

  const check: ExchangeCheck['check'] = (exchange) => {
    const { method, url, requestHeaders, requestBody, response } = exchange;
    const status = response?.status;
    const sent = decode(requestBody, requestHeaders['content-encoding']);
    const received = response && decode(response.body, response.headers['content-encoding']);
    const call = route(method, url);
    const isRefusedEarly = !requestBody.ended && received !== undefined && isRefusal(status);
    const complete = (sent !== undefined || isRefusedEarly) && (!response || received !== undefined);
    const outcome = { method, path: maskPath(call.target.path), status, complete };
    const inRequest = { in: 'request', kind: kindInRequest(status, 'operation' in call) } as const;
    if (!('operation' in call)) {
      const unknown = { path: ['path'], code: 'undocumented', message: `no operation answers ${method} here` };
      return { ...outcome, operationId: undefined, problems: [{ ...inRequest, ...unknown }], rows: [] };
    }
    const { operation } = call;
    const wrong = responseViolations(operation, exchange, received);
    const early = isRefusedEarly ? [{ ...inRequest, ...EARLY }] : [];
    const lack = received === undefined ? lackOf(response) : complete ? undefined : LACKS.request;
    return {
      ...outcome,
      operationId: operation.operationId,
      problems: [
        ...requestViolations(call, exchange, sent).map((violation) => ({ ...inRequest, ...violation })),
        ...early,
        ...wrong.map((violation) => ({ in: 'response' as const, kind: kindInAnswer(violation.code), ...violation })),
        ...(lack ? [{ kind: 'unchecked' as const, code: 'unchecked', ...lack }] : []),
      ],
      rows: wrong.length === 0 && complete ? rowNames(operation, status, received) : [],
    };
  };
  return { check, skip };
}

/** What was not there to be checked. */
const LACKS = {
  answer: { in: 'response', path: ['answer'], message: 'did not come, so it was not checked' },
  response: { in: 'response', path: ['body'], message: 'broke off or is too large, so it was not checked' },
  request: { in: 'request', path: ['body'], message: 'broke off or is too large, so it was not checked' },
} as const;

/** Of a client that stops when it hears that it is refused. */
const EARLY = {
  path: ['body'],
  code: 'early',
  message: 'was refused before it had come, and never came whole, so it was not checked',
};

const lackOf = (response: Exchange['response']) => (response ? LACKS.response : LACKS.answer);

/** A body without its compression; undefined where it is not there as a whole. */
type Plain = Buffer | 'unreadable' | undefined;

/** Which rows an answer that fits the document may be. */
function rowNames(operation: Operation, status: number | undefined, body: Plain): string[] {
  if (status === undefined || rowsUnder(operation, status).length === 0) return [];
  return rowsOf(operation, status, JSON.parse(String(body))).map(({ name }) => name);
}

/** What is wrong with a body; nothing, if it is not there as a whole. */
function violationsOf(body: Plain, check: (body: Buffer) => readonly Violation[]): readonly Violation[] {
  if (body === undefined) return [];
  return body === 'unreadable' ? UNREADABLE : check(body);
}

const UNREADABLE = [{ path: ['body'], code: 'compression', message: 'is not in the compression that it says' }];

function undeclared({ operation, query }: Call): Violation[] {
  const declared = [...operation.parameters, ...operation.schemes].filter((each) => each.in === 'query');
  const names = new Set(query.keys()).difference(new Set(declared.map(({ name }) => String(name))));
  return [...names].map((name) => ({ path: ['query', name], code: 'undeclared', message: 'is not declared' }));
}
