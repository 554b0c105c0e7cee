/** What every part of the sandbox shares: state, settings, and who wants to know of what happens. */
import type { Listeners } from './listeners.ts';
import type { State } from './state/state.ts';

/** Another state took the place of the one in which something was under way. */
export class Replaced extends Error {
  constructor() {
    super('The sandbox was restored or reset meanwhile: nothing more of this was carried out.');
  }
}

/** Numbers that the interface leaves open, and a test may want otherwise. */
export interface Limits {
  /**
   * Calls that one API code may make in a minute, the sandbox's or a real one, whichever is over first; Infinity: as many as it likes.
   * Default: what an overlay answers, or 1000.
   */
  readonly callsPerMinute: number;
  /** Withdrawals in one call. Default: what an overlay answers, or 500. */
  readonly withdrawalsPerCall: number;
  /** Deposit addresses of one wallet. Default: what an overlay answers, or 100 000. */
  readonly depositAddresses: number;
  /** Seconds after which a new whitelist entry takes effect. Default: 86 400. */
  readonly whitelistDelay: number;
  /** Seconds that `t` of a request may be off, either way; Infinity takes any. Default: what an overlay answers, or 300. */
  readonly timeWindow: number;
  /** Seconds between two blocks. Default: 12. */
  readonly blockInterval: number;
  /** Milliseconds to wait for the receiver of a callback, real ones. Default: 10 000. */
  readonly deliveryTimeout: number;
}

/** Something that happened, for the live page. `request` tells of a refusal, `answer` of every answer, `control` of a command that is done. */
export interface Happening {
  readonly kind:
    | 'order'
    | 'deposit'
    | 'block'
    | 'callback'
    | 'attempt'
    | 'wallet'
    | 'clock'
    | 'request'
    | 'answer'
    | 'control'
    | 'reset';
  readonly at: number;
  readonly text: string;
}

/** What is set when a sandbox starts, and stays. */
export interface Settings {
  readonly limits: Limits;
  /** Whether callbacks may go to private addresses other than loopback. */
  readonly allowPrivate: boolean;
  /** What control asks for; undefined: nothing. */
  readonly controlToken: string | undefined;
  /** Who listens for callbacks, in the place of the addresses of wallets. */
  readonly listeners: Listeners;
  /** Ends what is under way when the sandbox closes. */
  readonly closing: AbortSignal;
  /** Hears of what goes wrong besides requests. */
  readonly report: (error: unknown) => void;
}

/** What a part of the sandbox is given. */
export interface Context extends State, Settings {
  readonly tell: (kind: Happening['kind'], text: string) => void;
  readonly listen: (listener: (happening: Happening) => void) => () => void;
  /** Says that something new is due. */
  readonly wake: () => void;
  readonly onWake: (listener: () => void) => void;
  /** Ends when another state takes the place of this one: what was under way then is nothing to the new one. */
  readonly era: () => AbortSignal;
  /** Says that it has. */
  readonly endEra: () => void;
}

/** Makes it. */
export function createContext(state: State, settings: Settings): Context {
  const listeners = new Set<(happening: Happening) => void>();
  const wakers = new Set<() => void>();
  let era = new AbortController();
  return {
    ...state,
    ...settings,
    tell(kind, text) {
      for (const listener of listeners)
        try {
          listener({ kind, at: state.clock.now(), text });
        } catch (error) {
          settings.report(error); // whoever listens does not undo what it is told of
        }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake() {
      for (const waker of wakers) waker();
    },
    onWake(listener) {
      wakers.add(listener);
    },
    era: () => era.signal,
    endEra() {
      era.abort(new Replaced());
      era = new AbortController();
    },
  };
}
