/** Asks the sandbox, tells it what to do, and hears what happens in it. */
import { say, wrong } from './say.js';

const token = new URLSearchParams(location.search).get('token');

/** An address under the page's own. */
function address(path, query = {}) {
  const url = new URL(path, location.href.replace(/[?#].*/, ''));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(name, value);
  if (token !== null) url.searchParams.set('token', token);
  return url;
}

/** What there is at a path; undefined where there is nothing. */
export async function get(path, query) {
  const response = await fetch(address(path, query));
  const body = await response.json();
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(body.error);
  return body;
}

let commands = [];

/** Whether this sandbox has a command. */
export const knows = (command) => commands.includes(command);

/** How the sandbox stands. */
export async function getSummary() {
  const summary = await get('summary');
  ({ commands } = summary);
  return summary;
}

/** Carries a command out and says how that went. Gives its result; undefined if it failed. */
export async function run(command, input, done) {
  try {
    const response = await fetch(address(command), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input, (_, value) => (value instanceof Whole ? value.inJson() : value)),
    });
    const body = await response.json();
    if (!response.ok) return void wrong(body.error);
    say(done);
    void changed();
    return body;
  } catch (error) {
    return void wrong(`The sandbox does not answer: ${error.message}`);
  }
}

/** A whole number of any length: wallet IDs and serials reach beyond what a number of JavaScript holds. */
class Whole {
  constructor(digits) {
    this.digits = digits;
  }

  inJson() {
    return /^\d+$/.test(this.digits) && JSON.rawJSON ? JSON.rawJSON(String(BigInt(this.digits))) : Number(this.digits);
  }
}

/** Digits as a number in a command's input. */
export const whole = (digits) => new Whole(digits);

const listeners = new Set();
let isDue = false;
let isShowing = false;

/** Says that something has changed. Many changes at once are one; what changes while it is shown is shown after that. */
export async function changed() {
  isDue = true;
  if (isShowing) return;
  isShowing = true;
  while (isDue) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    isDue = false;
    for (const listener of listeners) await listener();
  }
  isShowing = false;
}

/** Calls back when anything has changed. */
export const onChange = (listener) => listeners.add(listener);

/** Hears of all that happens from now on. */
export function listen(isLive) {
  const events = new EventSource(address('events'));
  events.onopen = () => {
    wrongOnce = true;
    void changed();
  };
  let wrongOnce = true;
  events.onmessage = () => isLive() && void changed();
  events.onerror = () => {
    if (wrongOnce) wrong('The sandbox does not answer. The page goes on as soon as it does.');
    wrongOnce = false;
  };
}
