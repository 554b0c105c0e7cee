/** Compiled code that the processes of one run of the tests share: each of them, and what it starts, would compile the same modules. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Run by vitest before its first worker. @returns what it runs after the last */
export default function shareCompiled(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-compiled-'));
  process.env['NODE_COMPILE_CACHE'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
