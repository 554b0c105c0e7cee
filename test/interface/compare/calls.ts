// Compares how an operation is called: who may call it, its parameters, its body, and the type of what it carries.
import { child, isNode, jsonOf, locate, type Node, type Operation } from '../document.ts';
import type { Facts } from '../compare.ts';
import type { Endpoint } from '../facts/endpoints.ts';
import type { Fields } from '../facts/notation.ts';
import { requirednessFindings, shapeFindings } from './fields.ts';
import { sampleFindings } from './samples.ts';

/** One thing that differs, in a sentence. */
export function differing(place: string, what: string, found: string, expected: string): string[] {
  return found === expected ? [] : [`${place}: ${what} is ${found}, the interface says ${expected}`];
}

/** Findings on the parts of the authentication: all together in one requirement, or none where the interface shows none. */
export function securityFindings(document: Node, place: string, operation: Node, parts: readonly string[]): string[] {
  const requirements = (operation.security ?? document.security ?? []) as readonly Node[];
  const found = requirements.map((requirement) => Object.keys(requirement).sort().join(' and '));
  return differing(place, 'security', found.join(', or ') || 'none', parts.toSorted().join(' and ') || 'none');
}

/** Findings on the parameters in the path and in the query; `t` and the headers are parts of the authentication. */
export function parameterFindings(
  operationId: string,
  operation: Operation,
  endpoint: Endpoint,
  facts: Facts,
): string[] {
  const inPath = Object.entries(facts.pathParameters).filter(([name]) => endpoint.call.includes(`{${name}}`));
  const expected = [...placed('path', Object.fromEntries(inPath)), ...placed('query', endpoint.query ?? {})];
  return [
    ...expected.flatMap(({ where, name, required, shape }) => {
      const place = `${operationId} ${where} ${name}`;
      const parameter = operation.parameters.find((one) => one.in === where && one.name === name);
      if (!parameter) return [`${place}: is missing, the interface has this parameter`];
      return [
        ...requirednessFindings(place, required, parameter.required === true),
        ...plainFindings(place, parameter),
        ...shownFindings(place, parameter, facts),
        ...shapeFindings(place, shape, parameter.schema, { closed: true, facts }),
      ];
    }),
    ...operation.parameters
      .filter((one) => !expected.some(({ where, name }) => one.in === where && one.name === name))
      .map(
        (one) =>
          `${operationId} ${String(one.in)} ${String(one.name)}: is in the document, the interface has no such parameter`,
      ),
  ];
}

/**
 * How the interface has no parameter, operation or answer: in no other notation, going out of use, with headers, a server, callbacks
 * or links of its own.
 */
const notPlain = [
  ...['style', 'explode', 'allowReserved', 'allowEmptyValue', 'deprecated'],
  ...['headers', 'servers', 'callbacks', 'links'],
];

/** Findings on what makes a parameter, an operation or an answer other than the plain one that the interface has. */
export function plainFindings(place: string, node: Node): string[] {
  return notPlain
    .filter((keyword) => keyword in node)
    .map((keyword) => `${place}: ${keyword} is ${JSON.stringify(node[keyword])}, the interface states none`);
}

/** Findings on the value that a parameter is shown with. */
export function shownFindings(place: string, { name, example }: Node, { shown }: Facts): string[] {
  const [owner = ''] = place.split(' ');
  const expected = shown[`${owner} ${String(name)}`] ?? shown[String(name)];
  const said = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
  return said(expected) === said(example)
    ? []
    : [`${place}: is shown with ${said(example)}, all else tells of ${said(expected)}`];
}

/** Findings on the headers of all answers of an operation. */
export function answerFindings(operationId: string, operation: Node): string[] {
  return Object.entries(child(operation, 'responses')).flatMap(([status, response]) =>
    plainFindings(`${operationId} ${status}`, response as Node),
  );
}

function placed(where: string, fields: Fields) {
  return Object.entries(fields).map(([name, shape]) => ({
    where,
    name: name.replace('?', ''),
    required: !name.endsWith('?'),
    shape,
  }));
}

/** Findings on the request body of an operation. */
export function bodyFindings(
  document: Node,
  operationId: string,
  operation: Node,
  endpoint: Endpoint,
  facts: Facts,
): string[] {
  const place = `${operationId} body`;
  const found = operation.requestBody;
  if (!endpoint.body)
    return found === undefined ? [] : [`${place}: is in the document, the interface has no body here`];
  if (!isNode(found)) return [`${place}: is missing, the interface has a body here`];
  const schema = locate(document, place);
  return [
    ...requirednessFindings(place, true, found.required === true),
    ...mediaFindings(place, found),
    ...shapeFindings(place, endpoint.body, schema, { closed: true, facts }),
    ...(isNode(schema) ? sampleFindings(place, facts.bodies[operationId], schema) : []),
  ];
}

/** Findings on the media types of a body: JSON, and nothing else. */
export function mediaFindings(place: string, holder: unknown): string[] {
  const types = isNode(holder) ? Object.keys(child(holder, 'content')) : [];
  return differing(place, 'media type', types.join(', ') || 'none', 'application/json');
}

/** Findings on the answer to a call that succeeds. */
export function replyFindings(operationId: string, operation: Node, endpoint: Endpoint, facts: Facts): string[] {
  const place = `${operationId} reply`;
  const response = child(child(operation, 'responses'), '200');
  return [
    ...mediaFindings(place, response),
    ...shapeFindings(place, endpoint.reply, jsonOf(response).schema, { closed: false, facts }),
  ];
}
