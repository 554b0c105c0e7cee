// Takes so many microseconds more for each request, of the processor: a slow-down that a test has to see.
import { Server } from 'node:http';

const microseconds = Number(process.env.SLOWER_BY);
const { emit } = Server.prototype;
const seen = new WeakSet(); // servers may hand a request on
Server.prototype.emit = function slower(event, ...args) {
  if (event === 'request' && !seen.has(args[0])) {
    seen.add(args[0]);
    const end = performance.now() + microseconds / 1000;
    while (performance.now() < end); // it works
  }
  return Reflect.apply(emit, this, [event, ...args]);
};
