// What every step of the build gets: the folder to write to, and the signal that ends it early.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Bundle } from './bundle.ts';

/** One run of the build. */
export interface Build {
  /** Folder that is moved into generated/ when every step has passed. */
  readonly staging: string;
  /** File with answers to open points, if there is one. */
  readonly overlay?: string | undefined;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Writes one file of generated/. */
export async function writeArtifact(build: Build, path: string, text: string): Promise<void> {
  const file = join(build.staging, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The bundled document, once the bundle step has written it. */
export function readBundle(build: Build): Bundle {
  return JSON.parse(readFileSync(join(build.staging, 'openapi.json'), 'utf8')) as Bundle;
}
