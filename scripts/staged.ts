// The pre-commit hook: lints what is staged, as it is staged, with the rules that take no more than a moment.
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import * as prettier from 'prettier';
import tseslint from 'typescript-eslint';
import type { Build } from './lib/build.ts';
import { findingsOf, notFormatted } from './lib/code-linters.ts';
import { ROOT, SOURCE } from './lib/paths.ts';
import { refuse, type Finding } from './lib/problems.ts';
import { redoclyLint } from './lib/redocly.ts';
import { run } from './lib/run.ts';

const LINTED = /\.(?:ts|js|ya?ml|md)$/;
const CODE = ['**/*.ts', '**/*.js'];

/** Rules that need types read the whole project first: they, and what is said to them in comments, wait for `npm run lint`. */
const WITHOUT_TYPES = {
  files: CODE,
  ...tseslint.configs.disableTypeChecked,
  linterOptions: { reportUnusedDisableDirectives: 'off' as const },
};

interface Staged {
  file: string;
  text: string;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 });

const files = git('diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z').split('\0').filter(Boolean);

async function lintStaged(build: Build): Promise<void> {
  const staged = files.map((file) => ({ file, text: git('show', `:${file}`) }));
  const findings = await Promise.all([documentFindings(build), eslintFindings(staged), prettierFindings(staged)]);
  refuse(findings.flat());
}

async function documentFindings(build: Build): Promise<Finding[]> {
  if (!files.some((file) => file.startsWith('openapi/') && !file.endsWith('.md'))) return [];
  const document = git('ls-files', '--', 'openapi').split('\n').filter(Boolean);
  git('checkout-index', `--prefix=${build.staging}/`, '--', ...document);
  const prefix = `${relative(ROOT, build.staging).replaceAll('\\', '/')}/`;
  const findings = await redoclyLint(`${prefix}${SOURCE}`, build);
  const inSource = (text: string): string => text.replaceAll(prefix, '');
  return findings.map(({ where, rule, message }) => ({ where: inSource(where), rule, message: inSource(message) }));
}

async function eslintFindings(staged: readonly Staged[]): Promise<Finding[]> {
  const linted = staged.filter(({ file }) => LINTED.test(file));
  if (linted.length === 0) return [];
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: WITHOUT_TYPES });
  const results = await Promise.all(
    linted.map(({ file, text }) => eslint.lintText(text, { filePath: file, warnIgnored: false })),
  );
  return findingsOf(results.flat());
}

async function prettierFindings(staged: readonly Staged[]): Promise<Finding[]> {
  const findings = await Promise.all(
    staged.map(async ({ file, text }): Promise<Finding[]> => {
      const { ignored, inferredParser } = await prettier.getFileInfo(file, { ignorePath: '.prettierignore' });
      if (ignored || inferredParser === null) return [];
      const options = { ...(await prettier.resolveConfig(file)), filepath: file };
      const isFormatted = await prettier.check(text, options).catch(() => true); // what cannot be read, ESLint tells of
      return isFormatted ? [] : [notFormatted(file)];
    }),
  );
  return findings.flat();
}

process.chdir(ROOT);
if (files.length > 0) await run([['lint what is staged', lintStaged]], { silent: true });
