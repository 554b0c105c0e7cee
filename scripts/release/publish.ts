// `npm run release:publish`: packs every package and gives it to the registry, but for versions that it has already.
import { exec } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readOptions } from '../lib/options.ts';
import { Problem, reportingProblems } from '../lib/problems.ts';
import { packAll, type Packed } from './pack.ts';

const { 'dry-run': dryRun, provenance } = readOptions('npm run release:publish -- [--dry-run] [--provenance]', {
  'dry-run': { type: 'boolean' }, // does all but the publishing
  provenance: { type: 'boolean' }, // in GitHub Actions: says, signed, of which commit and by which workflow it was built
});

const folder = await mkdtemp(join(tmpdir(), 'wallet-operations-'));
try {
  await reportingProblems(async () => {
    const repository = process.env['GITHUB_REPOSITORY'];
    if (provenance && !repository) throw new Problem('--provenance works in GitHub Actions alone: leave it out here.');
    for (const packed of await packAll(folder, repository)) await publish(packed);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function publish({ name, version, folder: packed }: Packed): Promise<void> {
  if (await isPublished(name, version)) {
    console.log(`${name}@${version} is there already`); // a release that broke off goes on where it stopped
    return;
  }
  const tag = version.includes('-') ? 'next' : 'latest';
  const flags = [
    `--access public --tag ${tag}`,
    ...(dryRun ? ['--dry-run'] : []),
    ...(provenance ? ['--provenance'] : []),
  ];
  const { failure } = await npm(`publish "${packed}" ${flags.join(' ')}`);
  if (failure) throw new Problem(`${name}@${version} was not published:\n${failure}`);
  console.log(`${name}@${version} ${dryRun ? 'would be published' : 'published'} as ${tag}`);
}

async function isPublished(name: string, version: string): Promise<boolean> {
  const { output, failure } = await npm(`view ${name}@${version} version --json`);
  if (failure && !failure.includes('E404'))
    throw new Problem(`The registry does not say whether it has ${name}:\n${failure}`);
  return !failure && output.includes(version);
}

async function npm(command: string): Promise<{ output: string; failure?: string }> {
  try {
    return { output: (await promisify(exec)(`npm ${command} --loglevel error`)).stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { output: '', failure: stderr + stdout };
  }
}
