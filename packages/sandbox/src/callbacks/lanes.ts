/** Work for several destinations: each has a lane of its own, in which a few are under way at once, and others never wait for it. */

/** So many are under way at once to one destination, and in all. */
const AT_ONCE = { each: 16, all: 256 };

/** The lanes. */
export interface Lanes {
  /** Does it when its lane has room, after what was added to that lane before. */
  readonly add: (lane: string, work: () => Promise<void>) => Promise<void>;
  /** How many more of a lane would begin at once. */
  readonly room: (lane: string) => number;
}

interface Lane {
  active: number;
  readonly waiting: (() => void)[];
  /** How many of those that waited have begun: to take them from the front would move all others. */
  begun: number;
}

/** Makes them, all empty. */
export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  let active = 0;
  const begin = (): void => {
    for (const [name, lane] of [...lanes])
      while (active < AT_ONCE.all && lane.active < AT_ONCE.each && lane.begun < lane.waiting.length) {
        lanes.delete(name);
        lanes.set(name, lane); // the others come first next time
        active++;
        lane.active++;
        lane.waiting[lane.begun++]?.();
      }
  };
  const end = (name: string, lane: Lane): void => {
    active--;
    if (--lane.active === 0 && lane.begun === lane.waiting.length) lanes.delete(name);
    begin();
  };
  return {
    add: (name, work) =>
      new Promise((resolve, reject) => {
        const lane = lanes.get(name) ?? { active: 0, waiting: [], begun: 0 };
        lanes.set(name, lane);
        lane.waiting.push(() => {
          work()
            .then(resolve, reject)
            .finally(() => {
              end(name, lane);
            });
        });
        begin();
      }),
    room: (name) => Math.min(AT_ONCE.each - (lanes.get(name)?.active ?? 0), AT_ONCE.all - active),
  };
}
