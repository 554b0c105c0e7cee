// Runs before the scripts of package.json, in any Node: where nothing is installed it says so, in place of a stack trace. It is no
// TypeScript, and imports nothing that is installed, or it could not.
import { existsSync } from 'node:fs';

// npm writes it last: an installation that broke off does not count.
const isInstalled = existsSync(new URL('../node_modules/.package-lock.json', import.meta.url));

if (!isInstalled) stop('Nothing is installed here yet. Run this first: npm ci');
else if (!process.features.typescript)
  stop(
    `Node ${process.versions.node} cannot run these scripts. Their own Node is installed by: npm ci (without --ignore-scripts)`,
  );

/** @param {string} message - what is wrong, and what to do */
function stop(message) {
  console.error(message);
  process.exit(1);
}
