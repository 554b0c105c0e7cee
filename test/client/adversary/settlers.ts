/** A settler that is slow and careful, and the same one with one mistake each: what shows that the adversary sees. */
import {
  AbortedError,
  ServiceError,
  SettlementError,
  TimeoutError,
  type WalletError,
  type WithdrawalRequest,
} from '@wallet-operations/client';
import type { EarlierAttempts, SettleOptions, Settled, Settler } from './settler.ts';
import { isSameAddress } from './spelling.ts';

/** Mistakes that somebody could make, and the family of schedules that shows each. */
export const MISTAKES = {
  'calls every refusal refused': 'one order: what is late',
  'takes a 404 for absence': 'one order: what is late',
  'believes that a refused batch is not carried out': 'two orders: a batch is refused',
  'believes that a refused batch is carried out but for the bad one': 'two orders: a batch is refused',
  'trusts a refused connection in a second submission': 'one order: what is late',
  'trusts a failed credentials function in a second submission': 'one order: the credentials fail',
  'takes any 200 for accepted': 'one order: what is answered',
  'takes any record for its own': 'one order: what is answered',
  'compares amounts as texts': 'one order: an ID that is used',
  'compares addresses as texts': 'one order: an ID that is used',
  'compares addresses in any case': 'one order: an ID of an address that differs in case alone',
  'takes a missing amount for another one': 'one order: an ID that is used',
  'takes duplicates for accepted': 'one order: an ID that is used',
  'takes a refused replay for nothing done': 'one order: what is answered',
  'takes any refusal for a documented one': 'one order: what is answered',
  'takes a request alone for what never changes': 'one order: what is late',
  'trusts a list that has changed': 'one order: what is late',
  'gives one error to all of a batch': 'two orders: a batch is refused',
  'believes that an aborted request was not done': 'one order: the caller ends it',
  'believes that a batch without an answer was not done': 'two orders: a batch is refused',
  'goes on after an abort': 'one order: the caller ends it',
  'goes on after the deadline': 'one order: the caller ends it',
  'leaves a timer': 'one order: what is late',
  'throws when it is aborted': 'one order: the caller ends it',
  'reads orders late': 'one order: what is late',
  'leaves out what is unknown': 'one order: what is late',
  'looks up by sending': 'one order: what is late',
  'never knows': 'one order: what is late',
} as const;

export type Mistake = keyof typeof MISTAKES;

/** Rows that hang on the order alone. */
const FOR_EVER =
  /_too_long$|^(destination_tag_not_integer|invalid_amount|invalid_block_average_fee|invalid_manual_fee|order_id_prohibited_character)$/;
const DOCUMENTED = ({ reason, values }: ServiceError): boolean =>
  reason !== 'unknown' && reason !== 'invalid_checksum' && !('DETAILED_MESSAGE' in values); // whose words may be any

type Verdict = Settled | undefined;

/** A settler with a mistake, or none. */
export function settlerWith(mistake?: Mistake): Settler {
  const is = (...names: Mistake[]): boolean => mistake !== undefined && names.includes(mistake);

  const settler: Settler = {
    async submit(wallet, given, options) {
      const orders = is('reads orders late') ? given : structuredClone(given);
      const { clock, earlierAttempts = 'possible', signal, timeout, deadline = 300_000 } = options;
      const attemptsOf = (order: WithdrawalRequest): EarlierAttempts =>
        typeof earlierAttempts === 'function' ? earlierAttempts(order) : earlierAttempts;
      const fresh = orders.filter((order) => attemptsOf(order) === 'none');
      const endsAt = clock.monotonic() + deadline;
      /** Orders of which an attempt may have been taken. */
      const doubtful = new Set<string>(
        orders.filter((order) => !fresh.includes(order)).map(({ order_id }) => order_id),
      );
      const settled = new Map<string, Settled>();
      const last = new Map<string, WalletError>();
      const left = (): Omit<SettleOptions, 'clock'> & { deadline: number } => ({
        ...(signal && !is('goes on after an abort') && { signal }),
        ...(timeout !== undefined && { timeout }),
        deadline: is('goes on after the deadline') ? 400_000 : endsAt - clock.monotonic(),
      });
      const isOver = (): boolean =>
        (signal?.aborted === true && !is('goes on after an abort')) ||
        (left().deadline <= 0 && !is('goes on after the deadline'));

      const fail = (order: WithdrawalRequest, error: WalletError): Verdict => {
        last.set(order.order_id, error);
        return undefined;
      };
      /** What the service has under the ID, if it says so; 'absent' if it says that there is nothing. */
      const lookUp = async (order: WithdrawalRequest): Promise<Settled | 'absent' | undefined> => {
        const { order_id } = order;
        if (is('looks up by sending'))
          await wallet.withdrawAssets({ requests: [order] }, left()).catch(() => undefined);
        try {
          const record = (await wallet.getWithdrawalState({ ORDER_ID: order_id }, left())) as unknown as Record<
            string,
            unknown
          >;
          const says = compare(record, order, is);
          if (says === 'same') return { order_id, outcome: 'accepted', transactionId: undefined };
          if (says === 'other') {
            return {
              order_id,
              outcome: 'conflict',
              found: record,
              error: new SettlementError('order_conflict', `${order_id} is another`),
            };
          }
        } catch (error) {
          fail(order, error as WalletError);
          if (error instanceof ServiceError && error.reason === 'not_found') return 'absent';
        }
        return undefined;
      };
      /** What a failed request with one order says of it. */
      const verdictOf = async (order: WithdrawalRequest, error: WalletError, wasAlone: boolean): Promise<Verdict> => {
        const { order_id } = order;
        fail(order, error);
        if (is('calls every refusal refused') && error instanceof ServiceError && error.reason !== 'duplicated_entry')
          return { order_id, outcome: 'refused', error };
        const isRefusal =
          error instanceof ServiceError && (DOCUMENTED(error) || is('takes any refusal for a documented one'));
        const isDone = isRefusal
          ? !wasAlone && !names(error, order) && error.stage !== 'authentication'
          : !(
              error.effect === 'none' ||
              (is('takes a refused replay for nothing done') && error.reason === 'invalid_checksum') ||
              (is('believes that an aborted request was not done') && error instanceof AbortedError)
            );
        if (isDone) doubtful.add(order_id);
        if (
          is('trusts a refused connection in a second submission') &&
          error.reason === 'connection' &&
          error.effect === 'none'
        )
          return { order_id, outcome: 'not_submitted', error };
        if (is('trusts a failed credentials function in a second submission') && error.reason === 'signing')
          return { order_id, outcome: 'not_submitted', error };
        if (isRefusal && error.reason === 'duplicated_entry') {
          if (error.values.ORDER_ID !== order_id) return undefined;
          if (is('takes duplicates for accepted')) return { order_id, outcome: 'accepted', transactionId: undefined };
          doubtful.add(order_id);
        }
        if (isRefusal && wasAlone && FOR_EVER.test(error.reason)) return { order_id, outcome: 'refused', error };
        if (
          isRefusal &&
          is('takes a request alone for what never changes') &&
          wasAlone &&
          error.stage !== 'authentication'
        )
          return { order_id, outcome: 'refused', error };
        if (
          isRefusal &&
          is('trusts a list that has changed') &&
          names(error, order) &&
          error.reason !== 'duplicated_entry'
        )
          return { order_id, outcome: 'refused', error };
        if (doubtful.has(order_id)) {
          const known = isOver() ? undefined : await lookUp(order);
          if (known === 'absent' && is('takes a 404 for absence') && error.reason !== 'duplicated_entry')
            doubtful.delete(order_id);
          else return known === 'absent' ? undefined : known;
        }
        if (!wasAlone && error instanceof ServiceError && !names(error, order)) return undefined;
        if (isRefusal && error.stage !== 'authentication') return { order_id, outcome: 'refused', error };
        return { order_id, outcome: 'not_submitted', error };
      };
      const send = async (requests: readonly WithdrawalRequest[]): Promise<void> => {
        try {
          const result = (await wallet.withdrawAssets({ requests: [...requests] }, left())) as {
            results?: Record<string, unknown>;
          };
          for (const order of requests) {
            const id = Object.entries(result.results ?? {}).find(([key]) => key === order.order_id)?.[1];
            if (is('takes any 200 for accepted'))
              settled.set(order.order_id, { order_id: order.order_id, outcome: 'accepted', transactionId: undefined });
            else if ((typeof id === 'bigint' || typeof id === 'number') && id > 0)
              settled.set(order.order_id, { order_id: order.order_id, outcome: 'accepted', transactionId: BigInt(id) });
            else {
              doubtful.add(order.order_id);
              fail(order, new SettlementError('order_left_out', `${order.order_id} is left out`));
            }
          }
        } catch (error) {
          const failure = error as WalletError;
          const isAlone = requests.length === 1;
          for (const order of requests) {
            if (
              !isAlone &&
              is('gives one error to all of a batch') &&
              failure instanceof ServiceError &&
              DOCUMENTED(failure) &&
              failure.stage !== 'authentication'
            )
              settled.set(order.order_id, { order_id: order.order_id, outcome: 'refused', error: failure });
            else if (isAlone || (failure instanceof ServiceError && names(failure, order))) {
              const verdict = await verdictOf(order, failure, isAlone);
              if (verdict) settled.set(order.order_id, verdict);
            } else {
              const wasRefused = failure instanceof ServiceError && DOCUMENTED(failure);
              const isCertain =
                (failure.effect === 'none' && (!wasRefused || failure.stage === 'authentication')) ||
                (wasRefused && is('believes that a refused batch is not carried out')) ||
                (!wasRefused && is('believes that a batch without an answer was not done'));
              if (!isCertain) doubtful.add(order.order_id);
              if (!isCertain && wasRefused && is('believes that a refused batch is carried out but for the bad one'))
                settled.set(order.order_id, {
                  order_id: order.order_id,
                  outcome: 'accepted',
                  transactionId: undefined,
                });
              if (!wasRefused) fail(order, failure);
            }
          }
        }
      };

      if (fresh.length > 1) await send(fresh);
      for (const order of orders) {
        const { order_id } = order;
        if (settled.has(order_id) || isOver()) continue;
        if (!fresh.includes(order)) {
          const known = await lookUp(order);
          if (known && known !== 'absent') settled.set(order_id, known);
          else if (known === 'absent' && attemptsOf(order) === 'shown') doubtful.delete(order_id);
        }
        for (let attempt = 0; attempt < 3 && !settled.has(order_id) && !isOver(); attempt++) await send([order]);
      }
      if (is('leaves a timer')) clock.after(1000, () => undefined);
      if (is('throws when it is aborted')) signal?.throwIfAborted();
      const all = orders.map((order): Settled => {
        const { order_id } = order;
        const error = last.get(order_id) ?? notReached(deadline);
        const one = settled.get(order_id);
        if (one && !(is('never knows') && one.outcome !== 'conflict')) return one;
        return doubtful.has(order_id) || is('never knows')
          ? { order_id, outcome: 'unknown', error }
          : { order_id, outcome: 'not_submitted', error };
      });
      return is('leaves out what is unknown') ? all.filter(({ outcome }) => outcome !== 'unknown') : all;
    },
    async find(wallet, orders, options) {
      if (is('looks up by sending')) return settler.submit(wallet as Parameters<Settler['submit']>[0], orders, options);
      const all: Settled[] = [];
      for (const order of structuredClone(orders)) {
        const { order_id } = order;
        const limits = { ...(options.signal && { signal: options.signal }), deadline: options.deadline ?? 300_000 };
        const one = await wallet.getWithdrawalState({ ORDER_ID: order_id }, limits).then(
          (record): Settled | undefined =>
            compare(record as unknown as Record<string, unknown>, order, is) === 'same'
              ? { order_id, outcome: 'accepted', transactionId: undefined }
              : undefined,
          (error: unknown): Settled => ({ order_id, outcome: 'unknown', error: error as WalletError }),
        );
        all.push(one ?? { order_id, outcome: 'unknown', error: notReached(0) });
      }
      return all;
    },
  };
  return settler;
}

const notReached = (deadline: number): WalletError =>
  new TimeoutError('deadline', deadline, {
    operationId: 'withdrawAssets',
    attempts: 0,
    effect: 'none',
    retryable: true,
  });

/** Whether a refusal says that it means this order. */
function names({ values, body, reason }: ServiceError, { order_id, amount, address }: WithdrawalRequest): boolean {
  return (
    values.ORDER_ID === order_id ||
    values.AMOUNT === amount ||
    (values.ORDERID_PREFIX !== undefined && !order_id.startsWith(values.ORDERID_PREFIX)) ||
    (reason === 'address_blacklisted' && Object.keys(body.blacklist ?? {}).some((each) => isSameAddress(each, address)))
  );
}

/** What a record says of an order; undefined if nothing. */
function compare(
  record: Record<string, unknown>,
  { order_id, address, amount, token_id }: WithdrawalRequest,
  is: (...names: Mistake[]) => boolean,
): 'same' | 'other' | undefined {
  if (is('takes any record for its own')) return 'same';
  if (record.order_id !== order_id || typeof record.address !== 'string') return undefined;
  const isSame = is('compares addresses as texts')
    ? record.address === address
    : is('compares addresses in any case')
      ? record.address.toLowerCase() === address.toLowerCase()
      : isSameAddress(record.address, address);
  if (!isSame) return 'other';
  if (token_id !== undefined) return 'same'; // the service may count its amount as 1
  if (typeof record.amount !== 'string') return is('takes a missing amount for another one') ? 'other' : undefined;
  if (is('compares amounts as texts')) return record.amount === amount ? 'same' : 'other';
  return plain(record.amount) === plain(amount) ? 'same' : 'other';
}

/** An amount as digits and exponent, without zeros that say nothing. */
function plain(amount: string): string {
  const [, digits = '', fraction = '', exponent = '0'] = /^\+?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(amount) ?? [];
  const all = (digits + fraction).replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  return `${significant}e${String(Number(exponent) - fraction.length + all.length - significant.length)}`;
}
