// `npm run help`: what each script is for, which `npm run` does not say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/paths.ts';

const OWN_COMMANDS = ['start', 'test']; // npm knows these without `run`

const { 'scripts-info': info } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  'scripts-info': Record<string, string>;
};
const commands = Object.keys(info).map((name) => (OWN_COMMANDS.includes(name) ? `npm ${name}` : `npm run ${name}`));
const width = Math.max(...commands.map((command) => command.length));
Object.values(info).forEach((text, index) => {
  console.log(`${(commands[index] ?? '').padEnd(width)}  ${text}`);
});
