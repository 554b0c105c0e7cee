/** Modules import downwards: no circle in any package, no arrow up its floors, none to a package above. Types count as much as values. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './build.ts';

/** The floors of a package from the bottom to the top: folders, and files that are a floor of their own. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  json: ['index.ts'],
  validator: ['document', 'read', 'check', 'refuse', 'answers', 'validator.ts', 'index.ts'],
  serving: [
    'send.ts',
    'health.ts',
    'quietly.ts',
    'faults.ts',
    'body.ts',
    'refuse.ts',
    'serve.ts',
    'signals.ts',
    'buffered-output.ts',
    'index.ts',
  ],
  reports: [
    'usage.ts',
    'places.ts',
    'refusals.ts',
    'written.ts',
    'ready.ts',
    'lock.ts',
    'aligned.ts',
    'junit.ts',
    'index.ts',
  ],
  transcript: ['document', 'transcript', 'redact', 'recording', 'index.ts'],
  conformance: [
    'document',
    'signing',
    'calls',
    'send',
    'run',
    'write',
    'judge',
    'points',
    'verdict',
    'report',
    'commands',
    'index.ts',
    'cli.ts',
  ],
  mock: ['prism', 'made', 'faults', 'answer', 'serve', 'proxy', 'commands', 'index.ts', 'cli.ts'],
  sandbox: [
    'document',
    'currencies',
    'state',
    'listeners.ts',
    'control-token.ts',
    'context.ts',
    'waiting-faults.ts',
    'callbacks',
    'rules',
    'chain',
    'time.ts',
    'operations',
    'service',
    'control',
    'http',
    'sandbox.ts',
    'first-steps.ts',
    'running.ts',
    'listen',
    'trigger-cli.ts',
    'cli.ts',
    'index.ts',
  ],
  durable: [
    'range.ts',
    'wait.ts',
    'database',
    'errors',
    'schema',
    'wallets',
    'limits',
    'orders',
    'watch',
    'queue',
    'worker',
    'callbacks',
    'options.ts',
    'withdrawals.ts',
    'callbacks.ts',
    'sqlite.ts',
    'opentelemetry.ts',
    'testing',
    'index.ts',
  ],
};

/** The packages that each may import; what is in none of its lists stands alone. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  client: ['openapi', 'json'],
  validator: ['json'],
  answers: ['validator'],
  transcript: ['answers', 'json', 'validator'],
  mock: ['openapi', 'answers', 'reports', 'serving', 'transcript', 'validator'],
  conformance: ['openapi', 'answers', 'client', 'json', 'reports', 'serving', 'transcript', 'validator'],
  sandbox: ['openapi', 'answers', 'json', 'serving', 'validator'],
  durable: ['client', 'json', 'openapi'],
};

/** What each module of a package imports of the same package, by its path in src/. */
type Imports = ReadonlyMap<string, readonly string[]>;

describe.each(readdirSync(join(ROOT, 'packages')))('packages/%s', (name) => {
  const imports = importsOf(name);
  const floors = FLOORS[name];

  it('has no circle of imports', () => {
    expect(circlesIn(imports)).toEqual([]);
  });

  it.skipIf(!floors)('has no import that runs up its floors, and each module on one of them', () => {
    const levelOf = (module: string): number => floors?.indexOf(module.split('/')[0] ?? '') ?? -1;
    const modules = [...imports.keys()];
    const upward = modules.flatMap((module) =>
      (imports.get(module) ?? [])
        .filter((other) => levelOf(other) > levelOf(module))
        .map((other) => `${module} imports ${other}`),
    );
    expect(upward).toEqual([]);
    expect(modules.filter((module) => levelOf(module) < 0)).toEqual([]);
  });
});

describe('between packages', () => {
  it.each(readdirSync(join(ROOT, 'packages')))('%s imports only those that it stands on', (name) => {
    const imported = modulesOf(name).flatMap((module) => importedBy(name, module, PACKAGE));
    expect([...new Set(imported)].filter((other) => !BELOW[name]?.includes(other))).toEqual([]);
    const outside = modulesOf(name).flatMap((module) =>
      importedBy(name, module, IMPORT).filter((path) => posix.join(dirname(module), path).startsWith('..')),
    );
    expect(outside).toEqual([]);
  });
});

describe('the search for circles', () => {
  it('finds one, and leaves out what only leads to it', () => {
    const imports = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', ['b.ts']],
      ['d.ts', []],
    ]);
    expect(circlesIn(imports)).toEqual(['b.ts', 'c.ts']);
  });
});

/** A relative path that is imported. */
const IMPORT = /(?:\bfrom |\bimport\(|^import )'(\.[^']+\.ts)'/gm;

/** A package of this repository that is imported. */
const PACKAGE = /(?:\bfrom |\bimport\(|^import )'@wallet-operations\/([\w-]+)/gm;

const modulesOf = (name: string): string[] =>
  readdirSync(join(ROOT, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));

const importedBy = (name: string, module: string, pattern: RegExp): string[] =>
  Array.from(
    readFileSync(join(ROOT, 'packages', name, 'src', module), 'utf8').matchAll(pattern),
    ([, path = '']) => path,
  );

const importsOf = (name: string): Imports =>
  new Map(
    modulesOf(name).map((module) => [
      module,
      importedBy(name, module, IMPORT).map((path) => posix.join(dirname(module), path)),
    ]),
  );

/** The modules of all circles: what is left once all that import nothing, or are imported by nothing, are taken away again and again. */
function circlesIn(imports: Imports): string[] {
  const left = new Set(imports.keys());
  let before: number;
  do {
    before = left.size;
    const imported = new Set([...left].flatMap((module) => imports.get(module) ?? []));
    for (const module of left)
      if (!imported.has(module) || !imports.get(module)?.some((other) => left.has(other))) left.delete(module);
  } while (left.size < before);
  return [...left];
}
