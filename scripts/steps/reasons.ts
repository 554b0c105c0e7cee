// reasons.js, the reasons with which each operation can be refused, as names that an editor completes and explains.
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { endpointsOf } from '../lib/bundle.ts';
import { BANNER } from '../lib/module.ts';
import { refusalsOf, refusalsOfOperation, type Refusal } from '../lib/refusals.ts';
import { commentOf } from '../lib/types/comments.ts';

/** Writes one constant for each operation, so that a bundler drops those that are not used. */
export async function reasons(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const operations = endpointsOf(bundle).map(({ operation: { operationId, summary } }) => {
    const names = refusalsOfOperation(bundle, operationId).map(({ reason }) => reason);
    return { operationId, summary, names };
  });
  const code = operations.map(({ operationId, names }) => {
    const fields = names.map((name) => `  ${name}: '${name}',\n`).join('');
    return `export const ${operationId} = {\n${fields}};\n`;
  });
  const all = new Map(refusalsOf(bundle).map((refusal) => [refusal.reason, refusal])).values();
  const types = [
    '/** Every row of the error catalogue, under its reason. */\nexport interface Reasons {\n',
    ...Array.from(
      all,
      (refusal) => `${commentOf(linesOf(refusal), '  ')}  readonly ${refusal.reason}: '${refusal.reason}';\n`,
    ),
    '}\n\n/** The reasons with which each operation can be refused. */\nexport interface RefusalReasons {\n',
    ...operations.map(
      ({ operationId, names }) => `  ${operationId}:\n${names.map((name) => `    | '${name}'`).join('\n')};\n`,
    ),
    '}\n\n',
    ...operations.map(
      ({ operationId, summary }) =>
        `/** What "${summary}" can be refused with. */\nexport declare const ${operationId}: Pick<Reasons, RefusalReasons['${operationId}']>;\n`,
    ),
  ];
  await writeArtifact(build, 'reasons.js', BANNER + code.join(''));
  await writeArtifact(build, 'reasons.d.ts', BANNER + types.join(''));
}

function linesOf({ numbers, condition, remedy }: Refusal): string[] {
  return [`${numbers}: ${condition}`, '', ...`**Remedy**: ${remedy}`.split('\n')];
}
