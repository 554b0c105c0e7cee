/** What the types cost the compiler: programs that call every operation with the document's examples, by our methods and without. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { written } from '../../../scripts/steps/docs/samples/typescript.ts';
import type { Argument } from '../../../scripts/steps/docs/example-call.ts';
import { compare, inTurn, own } from '../compare.ts';
import { exchanges, ROOT, type Exchange } from '../document.ts';
import type { Bench, Comparison } from '../suite.ts';

const run = promisify(execFile);

const OPTIONS = {
  ...{ target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom'], types: [], noEmit: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
};

export default async function types(bench: Bench): Promise<Comparison[]> {
  const folder = mkdtempSync(join(bench.folder, 'types-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const measured = (name: keyof typeof programs) => async (): Promise<Diagnostics> => {
      const file = `${name}.ts`;
      writeFileSync(join(folder, file), programs[name]);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: [file] }));
      const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const { stdout } = await run(process.execPath, [compiler, '--project', folder, '--extendedDiagnostics']);
      const figure = (label: string): number => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]);
      return { seconds: figure('Check time'), instantiations: figure('Instantiations') };
    };
    const series = await inTurn(bench, 'type-checking', 9, {
      'openapi-fetch': measured('plain'),
      'our methods': measured('methods'),
      'our GET and POST': measured('paths'),
    });
    const figures = (of: keyof Diagnostics) => ({
      'openapi-fetch': series['openapi-fetch'].map((each) => each[of]),
      'our methods': series['our methods'].map((each) => each[of]),
      'our GET and POST': series['our GET and POST'].map((each) => each[of]),
    });
    const entries = { 'our methods': own(), 'our GET and POST': own() };
    const note = `A program that calls all ${String(exchanges.length)} operations.`;
    return [
      compare({ title: 'Type checking', unit: 's', better: 'less', note }, figures('seconds'), entries),
      compare({ title: 'Type instantiations', unit: '', better: 'less' }, figures('instantiations'), entries),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Diagnostics {
  readonly seconds: number;
  readonly instantiations: number;
}

const options = `{ baseUrl: 'http://localhost:4010', credentials: { apiCode: 'code', secret: 'secret' } }`;
const programs = {
  plain: [
    `import createClient from 'openapi-fetch';`,
    `import type { paths } from '@wallet-operations/openapi/types';`,
    `const client = createClient<paths>({ baseUrl: 'http://localhost:4010' });`,
    ...exchanges.map(byPath),
  ].join('\n'),
  paths: [
    `import { createWalletClient, openapiFetch } from '../client/index.js';`,
    `const client = openapiFetch(createWalletClient(${options}));`,
    ...exchanges.map(byPath),
  ].join('\n'),
  methods: [
    `import { createWalletClient } from '../client/index.js';`,
    `const client = createWalletClient(${options});`,
    ...exchanges.map(byMethod),
  ].join('\n'),
};

/** A call as openapi-fetch takes it. What it gives is used, or its type would stay unresolved. */
function byPath({ method, template, pathArguments, queryArguments, body }: Exchange, i: number): string {
  const places = Object.entries({ path: pathArguments, query: queryArguments }).filter(([, { size }]) => size > 0);
  const params = places.map(([place, values]) => `${place}: { ${listed(values)} }`).join(', ');
  const sent = body ? `body: ${written(body)}` : '';
  return `const { data: _${String(i)} } = await client.${method}('${template}', { params: { ${params} }, ${sent} });\nif (_${String(i)}) void { ..._${String(i)} };`;
}

function byMethod({ operationId, pathArguments, queryArguments, body }: Exchange, i: number): string {
  const fields = body ? `...${written(body)}` : '';
  const input = [listed(pathArguments), listed(queryArguments), fields].filter(Boolean).join(', ');
  return `const _${String(i)} = await client.${operationId}({ ${input} });\nvoid { ..._${String(i)} };`;
}

function listed(parameters: ReadonlyMap<string, Argument>): string {
  const fields = Array.from(parameters, ([name, argument]) => `${name}: ${written(argument)}`);
  return fields.join(', ');
}
