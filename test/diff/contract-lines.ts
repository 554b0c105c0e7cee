/** What the comparison of contracts says of two documents, a line for each change. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractChanges } from '../../scripts/diff/contract.ts';
import { asBundle, type Small } from './pair.ts';

export async function contractLines(base: Small, revision: Small): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
  try {
    const files = { base: join(folder, 'base.json'), revision: join(folder, 'revision.json') };
    writeFileSync(files.base, JSON.stringify(base));
    writeFileSync(files.revision, JSON.stringify(revision));
    const pair = { files, base: asBundle(base), revision: asBundle(JSON.parse(JSON.stringify(revision)) as Small) };
    const changes = await contractChanges(pair, { staging: folder, signal: new AbortController().signal });
    return changes.map(({ bump, where, what }) => `${bump} ${where}: ${what}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
