// `npm start`: builds what changed, then shows the docs and runs the mock, until Ctrl+C or until one of them cannot go on.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './lib/paths.ts';

const build = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1); // it has said why

console.log('The service itself, with state: npm run sandbox');

const servers = [serve('scripts/docs.ts'), serve('packages/mock/src/cli.ts')];
let isEnding = false;

// A terminal tells all of them of Ctrl+C; whoever knows only this process tells this one alone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);

function serve(script: string): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, script)], { stdio: 'inherit' });
  return child.once('exit', (code) => {
    if (!isEnding) process.exitCode = code || 1; // it has said why
    end(); // the other one, too: half of what was asked for looks like all of it
  });
}

function end(): void {
  isEnding = true;
  for (const server of servers) server.kill();
}
