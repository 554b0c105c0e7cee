// `npm run prepare`, which npm runs after an installation: has git use the hooks in .githooks/, unless you have hooks of your own.
import { execFileSync } from 'node:child_process';
import { ROOT } from './lib/paths.ts';

const HOOKS = '.githooks';

/** What git prints; undefined where it fails, as it does outside a checkout. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

const isCheckout = git('rev-parse', '--show-prefix') === ''; // empty in the top folder, and no other repository around it
if (isCheckout && !process.env['CI'] && git('config', 'core.hooksPath') === undefined) {
  git('config', 'core.hooksPath', HOOKS);
}
