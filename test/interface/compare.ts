// Compares the document with the interface's facts: each finding is a sentence with the place, what stands there, and what should.
import {
  answerFindings,
  bodyFindings,
  differing,
  mediaFindings,
  parameterFindings,
  plainFindings,
  replyFindings,
  securityFindings,
  shownFindings,
} from './compare/calls.ts';
import { errorFindings } from './compare/errors.ts';
import { requirednessFindings, shapeFindings } from './compare/fields.ts';
import { numberFindings, settingFindings } from './compare/numbers.ts';
import { refusalFindings, toldFindings, unspecifiedFindings } from './compare/marks.ts';
import { child, jsonOf, operationsOf, parametersOf, webhookOf, type Node } from './document.ts';

/** The tables that a document is compared with. */
export type Facts = typeof import('./facts/index.ts');

/** Findings on one operation of the interface. */
export function operationFindings(document: Node, facts: Facts, operationId: string): string[] {
  const endpoint = facts.endpoints[operationId];
  const operation = operationsOf(document).get(operationId);
  if (!endpoint) return [`${operationId}: is in the document, the interface has no such operation`];
  if (!operation) return [`${operationId}: is missing, the interface has ${endpoint.call}`];
  const { call, node } = operation;
  return [
    ...differing(operationId, 'call', call, endpoint.call),
    ...plainFindings(operationId, node),
    ...answerFindings(operationId, node),
    ...securityFindings(document, operationId, node, facts.parts[endpoint.code ?? 'wallet']),
    ...parameterFindings(operationId, operation, endpoint, facts),
    ...bodyFindings(document, operationId, node, endpoint, facts),
    ...replyFindings(operationId, node, endpoint, facts),
    ...errorFindings(operationId, node, facts),
    ...numberFindings(document, operationId, facts),
    ...refusalFindings(document, operationId, facts),
    ...toldFindings(document, operationId, facts),
  ];
}

/** Findings on one callback that the service sends. */
export function webhookFindings(document: Node, facts: Facts, name: string): string[] {
  const fields = facts.webhooks[name];
  if (!fields) return [`${name}: is in the document, the interface has no such callback`];
  if (!(name in child(document, 'webhooks'))) return [`${name}: is missing, the interface has this callback`];
  const operation = webhookOf(document, name);
  const methods = Object.keys(child(child(document, 'webhooks'), name)).map((method) => method.toUpperCase());
  return [
    ...differing(name, 'operationId', String(operation.operationId), name),
    ...differing(name, 'method', methods.join(', '), facts.callbackMethod),
    ...differing(name, 'header', parametersOf(operation).map(told).join(', '), facts.callbackHeader),
    ...plainFindings(name, operation),
    ...answerFindings(name, operation),
    ...acknowledgedFindings(name, operation),
    ...parametersOf(operation).flatMap((parameter) => [
      ...plainFindings(`${name} header ${String(parameter.name)}`, parameter),
      ...shownFindings(`${name} header ${String(parameter.name)}`, parameter, facts),
      ...shapeFindings(`${name} header ${String(parameter.name)}`, 'string', parameter.schema, { closed: true, facts }),
    ]),
    ...securityFindings(document, name, operation, []),
    ...parametersOf(operation)
      .filter((parameter) => !('x-unspecified' in parameter))
      .map(
        (parameter) =>
          `${name} ${String(parameter.in)} ${String(parameter.name)}: is not marked x-unspecified, the interface does not show how a callback is delivered`,
      ),
    ...requirednessFindings(`${name} body`, true, child(operation, 'requestBody').required === true),
    ...mediaFindings(`${name} body`, operation.requestBody),
    ...shapeFindings(`${name} body`, fields, jsonOf(operation.requestBody).schema, { closed: false, facts }),
    ...toldFindings(document, name, facts),
  ];
}

/** Findings on what a receiver answers: a status, and no body that anybody would read. */
function acknowledgedFindings(name: string, operation: Node): string[] {
  return Object.entries(child(operation, 'responses'))
    .filter(([, response]) => 'content' in (response as Node))
    .map(([status]) => `${name} ${status}: has a body, and nobody reads what a receiver answers`);
}

/** Findings on what belongs to no single operation: strangers, the authentication's parts, unused error rows, the open points. */
export function documentFindings(document: Node, facts: Facts): string[] {
  const strangers = (found: Iterable<string>, known: object) => [...found].filter((name) => !(name in known));
  return [
    ...strangers(operationsOf(document).keys(), facts.endpoints).flatMap((name) =>
      operationFindings(document, facts, name),
    ),
    ...strangers(Object.keys(child(document, 'webhooks')), facts.webhooks).flatMap((name) =>
      webhookFindings(document, facts, name),
    ),
    ...differing('schemas', 'dialect', String(document.jsonSchemaDialect), facts.dialect),
    ...differing('servers', 'url', serversOf(document).join(', '), facts.servers.join(', ')),
    ...schemeFindings(document, facts),
    ...refusalFindings(document, 'scheme', facts),
    ...unusedRowFindings(document),
    ...unspecifiedFindings(document, facts),
    ...settingFindings(document, facts),
  ];
}

/** A parameter, by where it stands, its name, and whether it may be missing. */
const told = ({ in: where, name, required }: Node): string =>
  `${String(where)} ${String(name)}${required === true ? '' : ', or none'}`;

function serversOf({ servers }: Node): string[] {
  if (!Array.isArray(servers)) return [];
  return (servers as Node[]).map((server) => {
    const [url, variables] = [String(server.url), child(server, 'variables')];
    const whole = url.replace(/\{(\w+)\}/g, (_, name: string) => String(child(variables, name).default));
    const choices = Object.keys(variables).flatMap((name) => {
      const { enum: values } = child(variables, name);
      return Array.isArray(values) ? [` with ${name} ${values.join(' or ')}`] : [];
    });
    return whole === url ? url : `${url}, which is ${whole}${choices.join('')}`;
  });
}

function schemeFindings(document: Node, facts: Facts): string[] {
  const schemes = child(child(document, 'components'), 'securitySchemes');
  return [
    ...Object.entries(facts.schemes).flatMap(([name, part]) => {
      const { type, in: where, name: field } = child(schemes, name);
      return differing(`scheme ${name}`, 'part', [type, where, field].map(String).join(' '), `apiKey ${part}`);
    }),
    ...Object.keys(schemes)
      .filter((name) => !(name in facts.schemes))
      .map((name) => `scheme ${name}: is in the document, the interface has no such part`),
  ];
}

/** Rows of the catalogue that no operation lists: the interface has no row that belongs nowhere. */
function unusedRowFindings(document: Node): string[] {
  const responses = [...operationsOf(document).values()].flatMap(({ node }) => Object.values(child(node, 'responses')));
  const used = new Set(responses.flatMap((response) => Object.keys(child(jsonOf(response), 'examples'))));
  return Object.values(child(child(document, 'components'), 'examples'))
    .map((example) => child(example as Node, 'x-error').reason)
    .filter((reason): reason is string => typeof reason === 'string' && !used.has(reason))
    .map((reason) => `error row ${reason}: is in the document, no operation of the interface gives it`);
}
