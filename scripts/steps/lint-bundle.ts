// lints the bundle, since some things only show once everything is in one place (and Spectral reads nothing else).
import { join } from 'node:path';
import { readBundle, type Build } from '../lib/build.ts';
import { pointerKeys } from '../lib/bundle.ts';
import { catalogueFindings } from '../lib/catalogue-rules.ts';
import { ROOT } from '../lib/paths.ts';
import { Problem, refuse, type Finding } from '../lib/problems.ts';
import { redoclyLint } from '../lib/redocly.ts';
import { sourceLocation } from '../lib/source-location.ts';
import { runTool } from '../lib/tool.ts';
import { extensionFindings } from '../lint/extensions.ts';
import { openPointFindings } from '../lint/open-points.ts';

/** Refuses a bundle that breaks a rule. */
export async function lintBundle(build: Build): Promise<void> {
  refuse(await bundleFindings(build));
}

/** Everything in which the bundle breaks a rule of redocly.yaml, of .spectral.yaml, of openapi/extensions/ or of the catalogue. Places are those in openapi/. */
export async function bundleFindings(build: Build): Promise<Finding[]> {
  const found = await Promise.all([redoclyFindings(build), spectralFindings(build)]);
  const findings = [...found.flat(), ...extensionFindings(readBundle(build)), ...openPointFindings(readBundle(build))];
  return findings.length > 0 ? findings : catalogueFindings(readBundle(build)); // which reads rows that those have found whole
}

async function redoclyFindings(build: Build): Promise<Finding[]> {
  const findings = await redoclyLint(join(build.staging, 'openapi.json'), build);
  return findings.map(({ where, rule, message, pointer }) => ({
    where: pointer === undefined ? where : sourceLocation(pointerKeys(pointer)),
    rule,
    message,
  }));
}

async function spectralFindings(build: Build): Promise<Finding[]> {
  const result = await runTool(
    '@stoplight/spectral-cli',
    'spectral',
    ['lint', 'openapi.json', '--ruleset', join(ROOT, '.spectral.yaml'), '--format', 'json', '--quiet'],
    { cwd: build.staging, signal: build.signal }, // in the folder, for a path with brackets would be taken for a pattern
  );
  if (!result.stdout.startsWith('[')) {
    throw new Problem(
      `spectral ended with ${String(result.exitCode)} and no report:\n${result.stderr}${result.stdout}`.trim(),
    );
  }
  const report = JSON.parse(result.stdout) as { code: string; message: string; path: (string | number)[] }[];
  return report.map(({ code, message, path }) => ({ where: sourceLocation(path), rule: code, message }));
}
