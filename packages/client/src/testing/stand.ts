/** What checks of a store stand on: what is under test, how it is asked, and how they say what is wrong. */
import { judged } from '../callbacks/judge.ts';
import type { CallbackStore, Claim, Handled, Stale } from '../callbacks/store.ts';

/** A store that is to be proved. */
export interface CallbackStoreUnderTest {
  /**
   * Opens it once more, as another process would, or the same one after a restart: each time over the same data. Of a store that lives and
   * dies with its process, such as {@link memoryCallbackStore}, give the same one each time.
   */
  readonly open: () => CallbackStore | Promise<CallbackStore>;
  /** Closes what `open` has opened; the claims that it holds have ended before. Default: nothing is to be done. */
  readonly close?: ((store: CallbackStore) => void | Promise<void>) | undefined;
  /**
   * Has every claim run out that is held now: puts the clock of the store forward, or ends its connections, as where processes die. Without
   * it what becomes of such claims is not checked.
   */
  readonly expire?: (() => void | Promise<void>) | undefined;
  /**
   * `many`: claims for different keys are held side by side. `one`: there is one claim at a time, since there is one connection, and who
   * asks for another one waits. Default: `many`.
   */
  readonly claims?: 'many' | 'one' | undefined;
  /** Milliseconds after which what does not end counts as hanging. Default: 10 000. */
  readonly patience?: number | undefined;
}

/** What a check is about. */
export type CallbackStoreCheckGroup = 'remembered' | 'keys' | 'claims' | 'races' | 'handling';

/** One thing that a handler relies on. */
export interface CallbackStoreCheck {
  readonly group: CallbackStoreCheckGroup;
  /** A sentence, of which the store is the subject. */
  readonly name: string;
  /** Milliseconds that it may take, at most: for runners that end a test earlier. */
  readonly timeout: number;
  /** @throws CallbackStoreCheckError that says what is wrong */
  readonly run: () => Promise<void>;
}

/** What a check gets. */
export interface Stand {
  /** A key that nothing has yet, and that others may begin with. */
  readonly key: string;
  readonly isOneByOne: boolean;
  readonly patience: number;
  /** Opens the store once more; it is closed after the check. */
  readonly open: () => Promise<CallbackStore>;
  readonly close: (store: CallbackStore) => Promise<void>;
  /** Asks for a claim; it is released after the check. */
  readonly ask: (store: CallbackStore, key: string, progress: bigint) => Promise<Claim | Stale | 'busy'>;
  readonly expire: () => Promise<void>;
}

/** A check as it is written down. */
export interface Check {
  readonly name: string;
  /** Only for stores with so many claims at a time. */
  readonly of?: 'many';
  /** Only where claims can be made to run out. */
  readonly expires?: true;
  readonly run: (stand: Stand) => Promise<void>;
}

/** Thrown by a check: the message says what is wrong with the store. */
export class CallbackStoreCheckError extends Error {
  override readonly name = 'CallbackStoreCheckError';
}

/** @throws CallbackStoreCheckError always */
export function wrong(what: string, options?: ErrorOptions): never {
  throw new CallbackStoreCheckError(what, options);
}

/** An answer that is one. */
export function judgedAnswer(answer: Claim | Stale | 'busy'): Claim | Stale | 'busy' {
  try {
    return judged(answer);
  } catch (error) {
    return wrong((error as Error).message, { cause: error });
  }
}

/** @throws CallbackStoreCheckError for what takes longer */
export async function inTime<T>(milliseconds: number, what: string, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new CallbackStoreCheckError(
          `${what}: it has not ended after ${String(milliseconds)} ms. A claim that somebody holds is answered with 'busy', at once; where there is one ` +
            "claim at a time, say claims: 'one'.",
        ),
      );
    }, milliseconds);
  });
  try {
    return await Promise.race([late, work()]);
  } finally {
    clearTimeout(timer);
  }
}

/** Something to commit. */
export const upTo = (progress: bigint, note = `up to ${String(progress)}`): Handled => ({ progress, note });

/** A claim that has to be given. */
export async function claimed({ ask }: Stand, store: CallbackStore, key: string, progress: bigint): Promise<Claim> {
  const answer = await ask(store, key, progress);
  if (answer === 'busy') wrong(`${of(key, progress)}: it is busy, and nobody holds a claim`);
  if ('stale' in answer) wrong(`${of(key, progress)}: it is stale by ${shown(answer.stale)}, and has to be claimed`);
  return answer;
}

/** Commits what is to be remembered. */
export async function committed(stand: Stand, store: CallbackStore, key: string, handled: Handled): Promise<void> {
  const claim = await claimed(stand, store, key, handled.progress);
  await claim.commit(handled);
}

/** @throws CallbackStoreCheckError unless there is nothing to do, by this */
export async function stale(
  { ask }: Stand,
  store: CallbackStore,
  key: string,
  progress: bigint,
  by: Handled,
): Promise<void> {
  const answer = await ask(store, key, progress);
  if (answer === 'busy') wrong(`${of(key, progress)}: it is busy, and nobody holds a claim`);
  if (!('stale' in answer)) wrong(`${of(key, progress)}: it is claimed, and was committed up to ${shown(by)}`);
  same(`${of(key, progress)}: what it is stale by`, answer.stale, by);
}

/** @throws CallbackStoreCheckError unless somebody else holds a claim */
export async function busy({ ask }: Stand, store: CallbackStore, key: string, progress: bigint): Promise<void> {
  const answer = await ask(store, key, progress);
  if (answer !== 'busy')
    wrong(
      `${of(key, progress)}: it is ${'stale' in answer ? 'stale' : 'claimed'}, and has to be busy: a claim is held for its key`,
    );
}

/** @throws CallbackStoreCheckError unless it rejects */
export async function rejects(what: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    return;
  }
  wrong(`${what}: it resolved, and has to reject: what was handled meanwhile by somebody else would be forgotten`);
}

/** Does something that may fail. */
export async function quietly(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // It is of no interest.
  }
}

/** @throws CallbackStoreCheckError unless both say the same, to the last digit */
export function same(what: string, given: Handled | undefined, due: Handled | undefined): void {
  const isSame = given?.progress === due?.progress && given?.note === due?.note;
  if (!isSame || (given === undefined) !== (due === undefined))
    wrong(`${what}: it is ${shown(given)}, and has to be ${shown(due)}`);
}

function shown(handled: Handled | undefined): string {
  if (typeof handled !== 'object') return String(handled);
  const { progress, note } = handled as { progress: unknown; note: unknown };
  const said = typeof note === 'string' ? JSON.stringify(note) : `a note of type ${typeof note}`;
  return `${String(progress)} (${typeof progress}) with ${said.length > 100 ? `${said.slice(0, 100)}…` : said}`;
}

const of = (key: string, progress: bigint): string =>
  `${key.length > 100 ? `${key.slice(0, 100)}…` : key} at ${String(progress)}`;
