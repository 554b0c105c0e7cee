// The example: the document of a museum, its service in Express, and suites with Ajv. What they do not notice is known by name.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const cli = join(import.meta.dirname, '..', '..', 'packages', 'mutation', 'src', 'cli.ts');
const readme = readFileSync(join(cli, '..', '..', 'README.md'), 'utf8');
const run = promisify(execFile);

test('the suites hold what a client of the museum relies on, and the command ends though the service listens', async () => {
  const args = [cli, 'museum.yaml', '--suite', 'suites.ts', '--baseline', 'known.txt'];
  const { stdout } = await run(process.execPath, args, { cwd: join(import.meta.dirname, 'museum') });
  const [, score] = /^score (\d+)/m.exec(stdout) ?? [];
  expect(readme).toContain(`They notice ${score ?? 'nothing'} % of its mutants`);
  expect(stdout).not.toContain('survived: ');
});
