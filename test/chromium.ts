// A real browser, if this machine has one. In CI it must.
import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** How to get the browser that is missing. */
export const MISSING =
  'No Chromium found: nothing is tested in a browser. apt-get install chromium, or set CHROME_PATH to a Chrome.';

/** Path of a Chromium or Chrome. */
export const executable = USUAL_PLACES.find((path) => path !== undefined && existsSync(path));
