/** A release as it goes, from the first change to what users install: told once, and looked at by the tests. */
import { exec } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolders } from '../../scripts/release/workspaces.ts';
import type { Outcome, Repository } from '../repository.ts';
import type { Registry } from './registry.ts';

const ROW = 'openapi/examples/errors/404-not_found.yaml';

/** Prints something of each artifact that was installed. */
const USE = `
  import { readFileSync } from 'node:fs';
  import { errors } from '@wallet-operations/openapi/errors';
  import { operations } from '@wallet-operations/openapi/operations';
  import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
  import { createWalletClient } from '@wallet-operations/client';
  const yaml = readFileSync(new URL(import.meta.resolve('@wallet-operations/openapi/openapi.yaml')), 'utf8');
  console.log(errors.not_found.text, operations.listWallets.method, document.info.version);
  console.log(yaml.includes('version: 0.2.0'), typeof createWalletClient);`;

/** What each step left behind. */
export interface Story {
  readonly unchanged: Outcome;
  readonly undeclared: Outcome;
  readonly underdeclared: Outcome;
  readonly declared: Outcome;
  readonly against: {
    readonly commit: Outcome;
    readonly file: Outcome;
    readonly nothing: Outcome;
    readonly other: Outcome;
  };
  readonly versioned: Outcome;
  /** Version of each package, by its folder. */
  readonly versions: Record<string, string>;
  readonly versionedAgain: Outcome;
  readonly build: Outcome;
  readonly checked: Outcome;
  readonly checkedOther: Outcome;
  readonly published: string;
  readonly publishedAgain: string;
  readonly used: string;
}

/** Releases 0.2.0 of the copy, and installs it into the project. */
export async function tellRelease(repository: Repository, registry: Registry, project: string): Promise<Story> {
  const diff = (...args: string[]) => repository.run('scripts/diff.ts', ...args);
  const declare = (bump: string): void => {
    const text = 'The error `not_found` has other words.';
    repository.write('.changeset/words.md', `---\n'@wallet-operations/openapi': ${bump}\n---\n\n${text}\n`);
  };

  // What this checkout declares already would be told with it.
  repository.git('rm', '--quiet', '--ignore-unmatch', '--', '.changeset/*.md', ':!.changeset/README.md');
  repository.git('tag', 'v0.1.0');
  const unchanged = await diff();
  for (const field of ['error', 'text'])
    repository.edit(ROW, `  ${field}: Wallet ID invalid`, `  ${field}: Wallet unknown`);
  const undeclared = await diff();
  declare('patch');
  const underdeclared = await diff();
  declare('minor');
  const declared = await diff();
  const against = {
    commit: await diff('--base', 'HEAD'),
    file: await diff('--base', 'generated/openapi.yaml'),
    nothing: await diff('--base', 'v9.9.9'),
    other: await diff('--base', 'package.json'),
  };

  const versioned = await repository.run('scripts/release/version.ts');
  const build = await repository.run('scripts/build.ts');
  repository.commit('0.2.0');
  const versionedAgain = await repository.run('scripts/release/version.ts');
  const checked = await repository.run('scripts/release/check.ts', 'v0.2.0');
  const checkedOther = await repository.run('scripts/release/check.ts', 'v0.3.0');

  const env = { ...process.env, ...registry.environment(project), GITHUB_REPOSITORY: 'owner/name' };
  const shell = async (command: string, cwd: string) => (await promisify(exec)(command, { cwd, env })).stdout;
  const publish = `"${process.execPath}" scripts/release/publish.ts`;
  const published = await shell(publish, repository.root);
  const publishedAgain = await shell(publish, repository.root);

  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'use.js'), USE);
  const names = '@wallet-operations/openapi @wallet-operations/client';
  await shell(`npm install --no-audit --no-fund --loglevel error ${names}`, project);
  const used = await shell(`"${process.execPath}" use.js`, project);

  const versionOf = (folder: string) =>
    (JSON.parse(repository.read(`${folder}/package.json`)) as { version: string }).version;
  return {
    ...{ unchanged, undeclared, underdeclared, declared, against, versioned, build, versionedAgain },
    ...{ checked, checkedOther, published, publishedAgain, used },
    versions: Object.fromEntries(packageFolders().map((folder) => [folder, versionOf(folder)])),
  };
}
