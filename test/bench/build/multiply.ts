/** Makes the document several times as large: every operation and webhook again, with parameters, schemas, answers and examples of its own. */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Workspace } from '../../build/workspace.ts';

const COPIED = ['paths', 'webhooks', 'parameters', 'responses', 'schemas', 'examples'];

/** Multiplies the document of a workspace. The errors stay shared, for each is there once by its reason. */
export function multiply(workspace: Workspace, factor: number): void {
  const file = workspace.path('openapi/openapi.yaml');
  let root = readFileSync(file, 'utf8');
  const [paths, webhooks] = [blockOf(root, 'paths'), blockOf(root, 'webhooks')];
  for (let n = 2; n <= factor; n++) {
    const folder = `openapi/copy${String(n)}`;
    const suffix = `Copy${String(n)}`;
    for (const part of COPIED)
      cpSync(workspace.path(`openapi/${part}`), workspace.path(`${folder}/${part}`), { recursive: true });
    rmSync(workspace.path(`${folder}/examples/errors`), { recursive: true });
    for (const copy of globSync(workspace.path(`${folder}/**/*.yaml`))) {
      const text = readFileSync(copy, 'utf8');
      writeFileSync(
        copy,
        text
          .replace(/((?:\.\.\/)+)examples\/errors\//g, '$1../examples/errors/')
          .replace(/^( *operationId: \w+?)(Callback)?$/gm, `$1${suffix}$2`),
      );
    }
    root = root
      .replace(
        paths,
        (all) =>
          all + paths.replaceAll('/svc/', `/svc/copy${String(n)}/`).replaceAll('$ref: ', `$ref: copy${String(n)}/`),
      )
      .replace(
        webhooks,
        (all) =>
          all +
          webhooks.replace(/^( {2}\w+)(Callback:)$/gm, `$1${suffix}$2`).replaceAll('$ref: ', `$ref: copy${String(n)}/`),
      );
  }
  writeFileSync(file, root);
  const proofs = workspace.path('openapi/confidence.yaml');
  writeFileSync(proofs, withCopies(readFileSync(proofs, 'utf8'), factor));
}

/** What is proved of each operation, once more for every copy of it. */
const withCopies = (yaml: string, factor: number): string =>
  yaml.replace(
    /^ {2}(\w+?)(Callback)?(: \[.*\n)/gm,
    (line: string, name: string, callback: string | undefined, rest: string) =>
      [
        line,
        ...Array.from({ length: factor - 1 }, (_, i) => `  ${name}Copy${String(i + 2)}${callback ?? ''}${rest}`),
      ].join(''),
  );

/** The lines beneath a key of the first level. */
function blockOf(yaml: string, key: string): string {
  const block = new RegExp(`^${key}:\\n((?: .*\\n)+)`, 'm').exec(yaml)?.[1];
  if (block === undefined) throw new Error(`openapi.yaml no longer has its ${key} at the first level.`);
  return block;
}
