/** Loaded into a server before its own code: samples where it is, from the message `profile` until `profiled`, and tells it whoever started it. */
import { Session } from 'node:inspector/promises';

const session = new Session();
const INTERVAL = 250; // microseconds

const ANSWERS = {
  async profile() {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    await session.post('Profiler.start');
    return true;
  },
  async profiled() {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

process.on('message', (message) => {
  void ANSWERS[message]?.().then((profile) => process.send?.({ profile }));
});
