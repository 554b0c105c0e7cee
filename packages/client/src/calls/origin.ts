/** Where calls are made: so that an error leads there, however long after it comes, and whether the call is awaited or not. */

/** The engine's own trace, which is written out only if it is looked at. */
export interface Origin {
  readonly stack?: string;
}

/** Engines other than V8 may lack them. */
const engine = Error as Partial<typeof Error>;

/** Frames that are kept. Each costs every call, also those that succeed; with ten it is a twentieth of a call. */
const FRAMES = 4;

/** The place from which a function of the client is called. */
export function originOf(called: (...given: never) => unknown): Origin {
  const origin = {};
  const { stackTraceLimit } = engine;
  const limit = (frames?: number): unknown => Reflect.set(engine, 'stackTraceLimit', frames); // which may be frozen
  limit(FRAMES);
  engine.captureStackTrace?.(origin, called);
  limit(stackTraceLimit);
  return origin;
}
