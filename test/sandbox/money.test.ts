/** Whatever happens in whatever order, no unit of money appears or disappears. */
import fc from 'fast-check';
import { toSmallestUnit } from '@wallet-operations/client';
import { expect, it } from 'vitest';
import { createLab, type Lab, type LabWallet } from './lab.ts';

const FEE = 2_200n;
const FUNDS = 1_000_000n;
const OUTSIDE = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

/** What may happen. */
type Step =
  | { readonly kind: 'withdraw'; readonly from: 0 | 1; readonly inside: boolean; readonly amount: bigint }
  | { readonly kind: 'deposit'; readonly to: 0 | 1; readonly amount: bigint }
  | { readonly kind: 'mine'; readonly blocks: number }
  | { readonly kind: 'reorganise' }
  | { readonly kind: 'fail' | 'resend'; readonly which: number };

const wallet = fc.constantFrom(0 as const, 1 as const);
const amount = fc.bigInt({ min: 1n, max: (FUNDS * 3n) / 4n });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), from: wallet, inside: fc.boolean(), amount }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constant('deposit' as const), to: wallet, amount }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('reorganise' as const) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constantFrom('fail' as const, 'resend' as const), which: fc.nat(20) }), weight: 2 },
);

const coins = (units: bigint): string => `${String(units / 10n ** 8n)}.${String(units % 10n ** 8n).padStart(8, '0')}`;

interface World {
  readonly lab: Lab;
  readonly wallets: readonly [LabWallet, LabWallet];
  readonly orders: {
    readonly orderId: string;
    readonly wallet: LabWallet;
    readonly inside: boolean;
    readonly amount: bigint;
  }[];
  /** Orders that a block held once, which a callback has told of, whatever became of them. */
  readonly included: Set<string>;
  deposited: bigint;
}

/** The state of an order, asked without a request: equal ones would wait for a clock that stands still. */
const stateOf = ({ lab }: World, { orderId }: World['orders'][0]): number | undefined =>
  lab.sandbox.overview().orders.find((order) => order.orderId === orderId)?.state;

async function take(world: World, what: Step): Promise<void> {
  const { lab, wallets, orders } = world;
  switch (what.kind) {
    case 'withdraw': {
      const from = wallets[what.from];
      const order_id = `${from.prefix}${String(orders.length)}`;
      const address = what.inside ? wallets[(1 - what.from) as 0 | 1].address : OUTSIDE;
      await from.wallet.withdrawAssets({ requests: [{ order_id, address, amount: coins(what.amount) }] });
      orders.push({ orderId: order_id, wallet: from, inside: what.inside, amount: what.amount });
      return;
    }
    case 'deposit':
      await lab.control.deposit({ walletId: wallets[what.to].walletId, amount: coins(what.amount) });
      world.deposited += what.amount;
      return;
    case 'mine':
      return lab.control.mine({ blocks: what.blocks });
    case 'reorganise':
      for (const order of orders) if (stateOf(world, order) === 3) world.included.add(order.orderId);
      await lab.control.reorganise({ blocks: 1 }).catch(refusedAsFinal);
      return;
    default: {
      const order = orders[what.which];
      if (!order) return;
      const { orderId, wallet: of } = order;
      if (stateOf(world, order) !== 2) return;
      await lab.control[what.kind === 'fail' ? 'failOrder' : 'resendOrder']({ walletId: of.walletId, orderId });
    }
  }
}

function refusedAsFinal(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}

it('adds up after any sequence of withdrawals, deposits, blocks, reorganisations, failures and resends', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
    const lab = await createLab();
    try {
      const make = (prefix: string): Promise<LabWallet> =>
        lab.createWallet({ kind: 'deposit-withdrawal', currency: 'BTC', prefix, balance: coins(FUNDS) });
      const world: World = {
        lab,
        wallets: [await make('a_'), await make('b_')],
        orders: [],
        included: new Set(),
        deposited: 0n,
      };
      for (const what of steps) {
        await take(world, what);
        expect((await lab.control.audit()).problems).toEqual([]);
      }
      await lab.control.mine({ blocks: 6 * (steps.length + 1) }); // what one block confirms may fund what waited, and so on

      const callbacks = await Promise.all(world.wallets.map((of) => of.wallet.listCallbacks()));
      const told = new Set(callbacks.flatMap(({ notifications }) => notifications.map(({ order_id }) => order_id)));

      let spent = 0n;
      for (const order of world.orders) {
        const { orderId, inside, amount: moved } = order;
        const state = stateOf(world, order);
        expect([1, 4, 11]).toContain(state);
        spent += state === 1 ? 0n : state === 11 || inside ? FEE : FEE + moved;
        expect(told.has(orderId)).toBe(state === 4 || world.included.has(orderId));
      }
      const held = lab.sandbox
        .overview()
        .wallets.reduce(
          (sum, { balance, unconfirmed }) => sum + toSmallestUnit(balance, 8) + toSmallestUnit(unconfirmed, 8),
          0n,
        );
      expect(held).toBe(2n * FUNDS + world.deposited - spent);
    } finally {
      await lab.close();
    }
  });
  await fc.assert(property, { numRuns: 60 });
});
