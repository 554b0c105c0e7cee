/** Points about requests: what is taken of those that come twice, that have a field by either of its names, or more than the largest number. */
import { mayBeSent } from '../document/reading.ts';
import { inWords, isRefused, type Evidence } from '../judge/evidence.ts';
import { isNode, placeOf } from '@wallet-operations/validator';
import { stepInto, type Exchange } from '@wallet-operations/transcript';
import { confirmed, contradicted, notAsked, notObservable, type Conclude } from './conclusion.ts';

/** What became of balances that were asked for in a field. */
function outcomeOf(
  { of, ok }: Evidence,
  step: string,
): { readonly isTaken: boolean; readonly said: string } | undefined {
  const answers = of(`getDelegatedBalances.${step}`).flatMap(({ answer }) => answer ?? []);
  const isTaken = ok(`getDelegatedBalances.${step}`).length > 0;
  return answers.length === 0
    ? undefined
    : { isTaken, said: isTaken ? 'taken' : inWords(answers.find(({ status }) => status !== 200)) };
}

const delegatedField: Conclude = (evidence) => {
  const [addresses, address] = [outcomeOf(evidence, 'seen'), outcomeOf(evidence, 'other-spelling')];
  if (!addresses || !address) return notAsked('no balances of delegated addresses were asked for');
  const said = `addresses is ${addresses.said}, and address is ${address.said}`;
  if (addresses.isTaken) return confirmed(said);
  return address.isTaken ? contradicted(said) : notObservable(said);
};

const replays: Conclude = ({ of }) => {
  const [again] = of('access.again');
  if (!again?.answer) return notAsked('no request was sent twice');
  if (again.answer.status === 200)
    return contradicted('a request that reads is answered once more, byte for byte as before');
  return isRefused(again)
    ? confirmed('a request that reads is refused, byte for byte as before')
    : notObservable(`a request that reads is ${inWords(again.answer)}, byte for byte as before`);
};

/** Of what a request asks for with a bound: how many, and the most that may be. */
function sizesOf({ service }: Evidence, { operationId, request }: Exchange): { size: number; most: number }[] {
  const { document } = service;
  const { parameters, bodySchema } = service.operation(operationId);
  const body = placeOf(document, bodySchema);
  const numbers = parameters.map(({ name, schema }) => ({
    size: Number(request.query[String(name)]),
    place: placeOf(document, schema),
  }));
  const lists = Object.entries(isNode(request.body) ? request.body : {}).map(([name, value]) => ({
    size: Array.isArray(value) ? value.length : NaN,
    place: stepInto(document, body, name).place,
  }));
  return [...numbers, ...lists].flatMap(({ size, place }) =>
    place.flatMap(({ maximum, maxItems: most = maximum }) => (typeof most === 'number' ? [{ size, most }] : [])),
  );
}

const pageLimit: Conclude = (evidence) => {
  const reading = evidence.transcript.exchanges.filter(({ operationId }) =>
    mayBeSent(evidence.service.operation(operationId)),
  );
  const beyond = reading.flatMap((exchange) => {
    const { status } = exchange.answer ?? {};
    const found = sizesOf(evidence, exchange).find(({ size, most }) => size > most);
    return found && status !== undefined ? [{ said: `${exchange.operationId} ${String(found.size)}`, status }] : [];
  });
  if (beyond.length === 0) return notAsked('no more than the maximum was asked for');
  const taken = [...new Set(beyond.filter(({ status }) => status === 200).map(({ said }) => said))];
  if (taken.length > 0) return contradicted(`not refused: ${taken.join(', ')}`);
  const refused = beyond.filter(({ status }) => status === 400).length;
  const of = `${String(refused)} of ${String(beyond.length)} cases`;
  // of other statuses nobody knows whether they are for the number
  return refused === 0
    ? notObservable('more than the maximum is answered in other ways')
    : confirmed(`more than the maximum is refused, in ${of}`);
};

export const requestPoints: Readonly<Record<string, Conclude>> = {
  replays,
  'delegated-field': delegatedField,
  'page-limit': pageLimit,
};
