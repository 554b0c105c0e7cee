/** Points about errors: their fields, and what answers what is broken. */
import { isNode, rowsUnder, type Example, type Node } from '@wallet-operations/validator';
import { shown, type Evidence } from '../judge/evidence.ts';
import { isBare, messageBehind, rowsIn } from '../judge/errors.ts';
import { insteadOf, stepsOf } from '../judge/rows.ts';
import type { Exchange } from '@wallet-operations/transcript';
import { confirmed, contradicted, notAsked, type Conclude } from './conclusion.ts';

const isError = ({ answer, step }: Exchange): boolean => (answer?.status ?? 0) >= 400 && step !== 'access.try';

const errorsOf = ({ transcript }: Evidence): { exchange: Exchange; body: Node }[] =>
  transcript.exchanges
    .filter(isError)
    .flatMap((exchange) => (isNode(exchange.answer?.body) ? [{ exchange, body: exchange.answer.body }] : []));

/** What a text of the catalogue looks like. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[A-Z]\w*\}/)
      .map((part) => part.replace(/[^\w\s]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );

/** Which fields carried the message of the row that was provoked. */
function carriersOf(evidence: Evidence): string[] {
  const steps = stepsOf(evidence);
  return errorsOf(evidence).flatMap(({ exchange, body }) => {
    const due = steps.get(exchange.step)?.row;
    const operation = evidence.service.operation(exchange.operationId);
    const isMeant = evidence.transcript.recorded
      ? ({ row }: Example): boolean => row?.code !== undefined && row.code === body.error_code
      : ({ name }: Example): boolean => name === due;
    const rows = rowsUnder(operation, exchange.answer?.status ?? 0).filter(isMeant);
    return rows.flatMap(({ row }) => {
      const template = row?.message;
      if (typeof template !== 'string' || template.replace(/\{\w+\}/g, '').trim() === '') return [];
      const pattern = patternOf(template);
      return Object.entries(body).flatMap(([name, value]) =>
        typeof value === 'string' && pattern.test(name === 'error' ? (messageBehind(row?.text, value) ?? '') : value)
          ? [name]
          : [],
      );
    });
  });
}

/** How many errors came that are of the row which was provoked, but for its message. */
const bareIn = (evidence: Evidence): number => {
  const steps = stepsOf(evidence);
  return errorsOf(evidence).filter(({ exchange, body }) =>
    isBare(evidence, exchange, body, steps.get(exchange.step)?.row),
  ).length;
};

/** The field that carries the message, as far as a run shows it. */
export const messageFieldOf = (evidence: Evidence): string => {
  const carriers = carriersOf(evidence);
  return carriers.includes('message') ? 'message' : (carriers[0] ?? 'message');
};

const errorMessageField: Conclude = (evidence) => {
  const [carrier] = carriersOf(evidence);
  if (carrier === undefined)
    return bareIn(evidence) > 0
      ? contradicted('no field of an error has the message of its row: it is deeper, or nowhere')
      : notAsked('no error that has a message was told with it');
  const field = messageFieldOf(evidence);
  return field === 'message' ? confirmed('it stands in message') : contradicted(`it stands in ${field}`);
};

const DECLARED = ['error_code', 'error', 'message', 'blacklist'];

const errorBodyFields: Conclude = (evidence) => {
  const errors = errorsOf(evidence);
  if (errors.length === 0) return notAsked('no error came');
  const others = [...new Set(errors.flatMap(({ body }) => Object.keys(body)))].filter(
    (name) => !DECLARED.includes(name),
  );
  return others.length > 0
    ? contradicted(`there is ${others.join(', ')} besides`)
    : confirmed('errors have no other field');
};

/** Whether what broke was answered by the row that is assumed. */
const ofSteps =
  (id: string): Conclude =>
  (evidence) => {
    const steps = [...stepsOf(evidence).values()].filter((step) => step.point === id);
    const outcomes = steps.flatMap(({ id: step, row }) =>
      evidence.of(step).flatMap((exchange) => {
        const { answer } = exchange;
        if (!answer || (/\.over\b|\.long$/.test(step) && answer.status === 200)) return []; // a bound, which is a fact of its own
        const isAsAssumed =
          row === undefined
            ? answer.status === 200
            : rowsIn(evidence, exchange, messageFieldOf(evidence)).some((name) =>
                [row, ...insteadOf(step)].includes(name),
              );
        return [
          {
            isAsAssumed,
            isBroken: row !== undefined,
            said: `${step}: ${String(answer.status)} ${answer.status === 200 ? 'is given' : shown(answer.body ?? answer.unread)}`,
          },
        ];
      }),
    );
    const others = outcomes.filter(({ isAsAssumed }) => !isAsAssumed).map(({ said }) => said);
    if (!outcomes.some(({ isBroken }) => isBroken)) return notAsked('nothing broken was sent');
    return others.length > 0
      ? contradicted(others.slice(0, 3).join('; '))
      : confirmed(`so it was in ${String(outcomes.length)} of ${String(outcomes.length)} cases`);
  };

export const errorPoints: Readonly<Record<string, Conclude>> = {
  'error-message-field': errorMessageField,
  'error-body-fields': errorBodyFields,
  'invalid-times': ofSteps('invalid-times'),
  'broken-parameter': ofSteps('broken-parameter'),
  'malformed-request': ofSteps('malformed-request'),
};
