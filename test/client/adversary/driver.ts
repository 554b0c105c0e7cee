/** A payout worker: submits, submits again what is open, dies, has a twin, and in the end waits and asks once more. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { createTime } from './clock.ts';
import { Lie } from './judge.ts';
import type { Adversary } from './moves.ts';
import { type Order, type Scene, startProcess } from './processes.ts';
import { createService, type Service, stamp } from './service.ts';
import type { EarlierAttempts, Settled, Settler } from './settler.ts';
import type { Currency } from './spelling.ts';

/** One submission of what is open. */
export interface Step extends Omit<Order, 'says'> {
  /** What is known of earlier attempts; of an order that was never submitted before, that there were none. */
  readonly says: EarlierAttempts;
  /** Milliseconds since the one before. */
  readonly pause: number;
  /** A second process does the same at the same time. */
  readonly hasTwin?: boolean;
  /** The process is killed before it can write down what was said. */
  readonly forgets?: boolean;
  /** The process is a new one. */
  readonly isFresh?: boolean;
}

/** What a schedule begins with. */
export interface Plan {
  readonly orders: readonly WithdrawalRequest[];
  /** How many of them join at the second submission only. */
  readonly joinLater?: number;
  readonly currency: Currency;
  /** Withdrawals that the service has before. */
  readonly before?: readonly { readonly order: WithdrawalRequest; readonly isForeign: boolean }[];
  readonly steps: readonly Step[];
  readonly random?: () => number;
}

/** What came of it. */
export interface Report {
  /** Orders that were unknown after the first and after the last submission. */
  readonly firstUnknown: number;
  readonly lastUnknown: number;
  readonly settlements: Readonly<Record<Settled['outcome'], number>>;
  readonly orders: number;
  readonly calls: number;
}

/** So long after the last request, a lookup finds whatever came of it: 90 s until it is done, 30 s until lookups see it. */
export const SHOWN_AFTER = 121_000;

/** Runs a schedule; `begins` is told of each step. Throws a {@link Lie}. */
export async function run(
  settler: Settler,
  adversary: Adversary,
  { orders, joinLater = 0, currency, before = [], steps, random = () => 0.5 }: Plan,
  log?: (line: string) => void,
  begins?: (step: Step, service: Service) => void,
): Promise<Report> {
  const time = createTime();
  const service = createService(adversary, time, orders, currency, log);
  for (const { order, isForeign } of before) service.books.enter(order, 0, isForeign);
  let lie: Error | undefined;
  const fails = (error: Error): void => {
    log?.(`LIE: ${error.message}`);
    lie ??= error;
  };
  const mustHold = (): void => {
    if (lie) throw lie;
  };
  const scene: Scene = { settler, adversary, time, service, currency, random, log, fails, calls: 0 };
  let processes = 0;
  const start = () => startProcess(scene, `P${String(++processes)}`);

  let worker = start();
  let open = orders.slice(0, orders.length - joinLater);
  let waiting = orders.slice(orders.length - joinLater);
  const attempted = new Set(before.map(({ order }) => order.order_id));
  let firstUnknown: number | undefined;
  let lastUnknown = 0;
  const settlements = { accepted: 0, refused: 0, not_submitted: 0, conflict: 0, unknown: 0 };
  const refused = new Set<string>();

  for (const [index, step] of steps.entries()) {
    if (index > 0 && !step.finds) {
      open = [...open, ...waiting];
      waiting = [];
    }
    if (open.length === 0) break;
    if (step.pause > 0) await time.pass(step.pause);
    begins?.(step, service);
    if (step.isFresh || worker.isDead()) worker = start();
    log?.(
      `${stamp(time.now())} ${step.finds ? 'to be found' : 'to be submitted'}: ${names(open)}; earlier attempts: ${step.says}`,
    );
    const { says } = step;
    const isNew = (order: WithdrawalRequest): boolean => !attempted.has(order.order_id);
    const isMixed = says === 'possible' && !step.hasTwin && open.some(isNew);
    const old = new Set(attempted);
    const order: Order = {
      ...step,
      says: isMixed ? ({ order_id }) => (old.has(order_id) ? says : 'none') : says,
    };
    if (!step.finds) for (const { order_id } of open) attempted.add(order_id);
    const first = worker.submit(open, order);
    const twin = step.hasTwin ? start().submit(open, { ...order, killAfter: undefined }) : undefined;
    await time.until(() => lie !== undefined || (first.hasEnded() && twin?.hasEnded() !== false));
    first.mustHaveLeftNothing();
    twin?.mustHaveLeftNothing();
    mustHold();

    for (const settled of [twin?.said(), step.forgets ? undefined : first.said()])
      for (const { order_id, outcome } of settled ?? []) {
        settlements[outcome]++;
        if (outcome === 'refused') refused.add(order_id);
      }
    const settled = first.said();
    if (!settled || step.forgets) {
      if (!step.finds) lastUnknown = open.length; // nobody heard a thing
      continue;
    }
    const unknown = settled.filter(({ outcome }) => outcome === 'unknown').length;
    if (!step.finds) {
      firstUnknown ??= unknown;
      lastUnknown = unknown;
    }
    const isOpen = settled.map(({ outcome }) => outcome === 'unknown' || outcome === 'not_submitted');
    open = open.filter((_, i) => isOpen[i]);
  }

  await time.pass(SHOWN_AFTER);
  mustHold();
  if (service.books.underWay.size > 0) throw new Error('The model has not done all that was late.');
  for (const orderId of refused)
    if (service.books.has(orderId)) throw new Lie(`${orderId} was refused, and in the end the service has it`);
  return { firstUnknown: firstUnknown ?? 0, lastUnknown, settlements, orders: orders.length, calls: scene.calls };
}

const names = (orders: readonly WithdrawalRequest[]): string => `[${orders.map(({ order_id }) => order_id).join(' ')}]`;
