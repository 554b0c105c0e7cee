// `npm run lint`: every rule, on the document as it was written, on its bundle, and on the code and the texts around it.
import { bundle } from './steps/bundle.ts';
import { sourceFindings } from './steps/lint.ts';
import { bundleFindings } from './steps/lint-bundle.ts';
import type { Build } from './lib/build.ts';
import { eslintFindings, prettierFindings } from './lib/code-linters.ts';
import { readOptions } from './lib/options.ts';
import { listed, type Finding } from './lib/problems.ts';
import { annotations } from './lib/report.ts';
import { run, type Step } from './lib/run.ts';

const FORMATS = { text: listed, 'github-actions': annotations };

const usage = 'npm run lint -- [--code] [--format text|github-actions]';
const { code, format } = readOptions(usage, {
  code: { type: 'boolean' }, // the code and the texts alone
  format: { type: 'string', default: 'text' },
});
if (!Object.hasOwn(FORMATS, format)) {
  console.error(`--format takes ${Object.keys(FORMATS).join(' or ')}, not ${format}.\nUsage: ${usage}`);
  process.exit(1);
}

const findings: Finding[] = [];
const gather = (linter: (build: Build) => Promise<Finding[]>) => async (build: Build) => {
  findings.push(...(await linter(build)));
};
/** Only a sound document can be bundled. */
const ifSound = (step: (build: Build) => Promise<void>) => async (build: Build) => {
  if (findings.length === 0) await step(build);
};

const documentSteps: Step[] = [
  ['lint the document', gather(sourceFindings)],
  ['bundle it', ifSound(bundle)],
  ['lint the bundle', ifSound(gather(bundleFindings))],
];
const codeSteps: Step[] = [
  [
    'lint the code, and look at its format',
    gather(async (build) => (await Promise.all([eslintFindings(build), prettierFindings(build)])).flat()),
  ],
];

await run([...(code ? [] : documentSteps), ...codeSteps]);
if (findings.length > 0) {
  process.exitCode = 1;
  const print = format === 'text' ? console.error : console.log; // annotations are the output
  print(FORMATS[format as keyof typeof FORMATS](findings));
}
