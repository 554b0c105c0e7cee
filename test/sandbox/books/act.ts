/** Lets a step happen, in the sandbox and in the books. */
import { listAddress, createAddresses, sweepFunds, unlistAddress, vaultAsks, vaultMoves } from './act-owner.ts';
import { befall, depositFunds, fundWallet, takeBack } from './act-chain.ts';
import { submitAgain, submitAtAverage, submitAtOnce, submitBadBatch, submitWithdrawal } from './act-withdrawals.ts';
import { advance, mine } from './chain.ts';
import { attempt } from './telling.ts';
import { pick, type Step, type StepOf } from './steps.ts';
import type { World } from './world.ts';

/** @returns what happened as a sentence, or undefined where there was nothing to do */
export async function act(world: World, step: Step): Promise<string | undefined> {
  const { control } = world.sandbox;
  switch (step.do) {
    case 'withdraw':
      return submitWithdrawal(world, step);
    case 'withdraw at once':
      return submitAtOnce(world, step);
    case 'withdraw at the average fee':
      return submitAtAverage(world, step);
    case 'submit again':
      return submitAgain(world, step);
    case 'submit a bad batch':
      return submitBadBatch(world, step);
    case 'deposit':
      return depositFunds(world, step);
    case 'fund':
      return fundWallet(world, step);
    case 'create addresses':
      return createAddresses(world, step);
    case 'mine':
      await control.mine({ blocks: step.blocks });
      for (let i = 0; i < step.blocks; i++) mine(world.books);
      return `${String(step.blocks)} blocks come`;
    case 'advance':
      await control.advance({ seconds: step.seconds });
      advance(world.books, step.seconds * 1000);
      return `${String(step.seconds)} seconds pass`;
    case 'fail':
    case 'drop':
    case 'hold':
    case 'resend':
    case 'invalidate':
      return befall(world, step);
    case 'reorganise':
      return takeBack(world, step);
    case 'sweep':
      return sweepFunds(world, step);
    case 'ask the vault':
      return vaultAsks(world, step);
    case 'move in the vault':
      return vaultMoves(world, step);
    case 'list':
      return listAddress(world, step);
    case 'unlist':
      return unlistAddress(world, step);
    case 'receiver':
      if (world.books.receiverUp === step.up) return undefined;
      world.books.receiverUp = step.up;
      return step.up ? 'the receiver of callbacks takes them again' : 'the receiver of callbacks answers 503';
    case 'disturb':
      if (world.books.disturbed !== '') return undefined;
      await control.disturbCallbacks({ kind: step.how, times: 10_000 }); // whichever comes first: all of them
      world.books.disturbed = step.how;
      return `every callback comes to a fault: ${step.how}`;
    case 'disturb no more':
      if (world.books.disturbed === '') return undefined;
      await control.clearCallbackFaults();
      world.books.disturbed = '';
      return 'callbacks come to no fault any more';
    case 'redeliver':
      return redeliver(world, step.which);
    case 'snapshot':
    case 'restore':
    case 'restart':
    case 'reset':
      return turn(world, step);
  }
}

async function redeliver({ sandbox, books }: World, which: number): Promise<string | undefined> {
  const told = pick(
    books.told.filter(({ serial }) => serial !== undefined),
    which,
  );
  if (told?.serial === undefined || !books.receiverUp || books.disturbed !== '') return undefined;
  await sandbox.control.redeliver({ serial: told.serial });
  attempt(books, told);
  told.next = undefined;
  return `callback ${String(told.serial)} is sent again`;
}

async function turn(
  world: World,
  step: StepOf<'snapshot' | 'restart' | 'reset' | 'restore'>,
): Promise<string | undefined> {
  switch (step.do) {
    case 'snapshot':
      return `${await world.snapshot()} is kept`;
    case 'restore': {
      const kept = pick(world.snapshots, step.which);
      if (kept === undefined) return undefined;
      await world.restore(kept);
      return `${kept.name} is restored`;
    }
    case 'restart':
      if (world.options.data === undefined) return undefined;
      await world.restart();
      return 'the sandbox ends and starts again on its file';
    case 'reset':
      await world.begin();
      return 'the sandbox is reset, and the wallets are made anew';
  }
}
