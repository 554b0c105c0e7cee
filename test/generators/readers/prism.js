// Prism as anybody starts it: `prism mock`, without a word of ours.
import { spawn } from 'node:child_process';
import { ask } from './requests.js';

const [, , file, prism, port] = process.argv;
const child = spawn(process.execPath, [prism, 'mock', file, '--port', port, '--errors'], { stdio: 'pipe' });
let output = '';
for (const stream of [child.stdout, child.stderr])
  stream.on('data', (chunk) => {
    const before = output.includes('listening on');
    output += chunk;
    if (before || !output.includes('listening on')) return;
    void ask(`http://127.0.0.1:${port}`).then((outcome) => {
      console.log(JSON.stringify(outcome));
      child.kill();
    });
  });
child.on('exit', (code) => {
  if (code) throw new Error(output);
});
