/** Steps that ask once more what did not go together with the whole list: whether it stays so, or the list was another one for a moment. */
import { stringifyJson } from '@wallet-operations/json';
import type { Interface } from '@wallet-operations/transcript';
import type { Asked, Known, Step } from './asked.ts';
import { listOf, TIME_FIELDS, totalOf, type List } from './list.ts';
import { secondsAt } from './seen.ts';

/** What is held against the whole list: defaults, pages and spans. What is refused is not among it. */
const HELD = /\.(default\.\w+|page\.\w+|from|to|instant|after|before)$/;

/** Those that follow from the steps of a list. They come behind its closing one, so that list and answer are both read twice, in turn. */
export const doubtsOf = (service: Interface, list: List, steps: readonly Step[]): Step[] =>
  steps
    .filter(({ id }) => HELD.test(id))
    .map((step) => ({
      ...step,
      id: `${step.id}.again`,
      what: `${step.what}, once more, should it not go together with the list`,
      make: (known) => step.make(known).filter((asked) => isDoubtful(service, known, list, step.id, asked)),
    }));

function isDoubtful(service: Interface, known: Known, list: List, id: string, { caller, query = [] }: Asked): boolean {
  const { name, operation, parameters } = list;
  const [answer] = known.bodies(id, caller);
  const [plain] = known.bodies(`${name}.plain`, caller);
  if (!answer || !plain) return false;
  if (id.includes('.default.')) return !areSame(answer, plain);
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  const [whole = plain] = size ? known.bodies(`${name}.max.${size.name}`, caller) : [];
  const asked = Object.fromEntries(query);
  const isSpan = 'from_time' in asked || 'to_time' in asked;
  const recordsOf = (body: Record<string, unknown>): Records => listOf(service, operation.operationId, body);
  const due = isSpan ? inSpan(recordsOf(whole), TIME_FIELDS[name], asked) : onPage(recordsOf(whole), asked, size?.name);
  const total = totalOf(operation);
  return !areSame(recordsOf(answer), due) || answer[total] !== (isSpan ? due.length : whole[total]);
}

const areSame = (a: unknown, b: unknown): boolean => stringifyJson(a) === stringifyJson(b);

type Records = readonly Record<string, unknown>[];

const inSpan = (records: Records, field = '', { from_time = '0', to_time = 'Infinity' }: Record<string, string>) =>
  records.filter((record) =>
    secondsAt(record[field]).some((time) => time >= Number(from_time) && time <= Number(to_time)),
  );

function onPage(records: Records, { start_index = '0', ...rest }: Record<string, string>, size = ''): Records {
  const start = Number(start_index);
  return records.slice(start, start + Number(rest[size]));
}
