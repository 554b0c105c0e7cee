/** Every block of the recipes, compiled as its reader would and run against a sandbox, with a real proxy and a real key service between. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox, type WalletAccess } from '@wallet-operations/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage, remove, ROOT, temporaryFolder } from '../../package/build.ts';
import { serve, startKeys, startProxy, type Running } from './services.ts';

const run = promisify(execFile);
const page = readFileSync(join(ROOT, 'packages', 'client', 'RECIPES.md'), 'utf8');

/** A block of the page. */
interface Recipe {
  readonly heading: string;
  /** What stands behind `ts`, if it is no program of its own. */
  readonly mark: string;
  readonly code: string;
  /** What it says that it prints. */
  readonly prints: readonly string[];
}
const recipes = page.split(/^## /m).flatMap((section): Recipe[] =>
  Array.from(section.matchAll(/^```ts ?(.*)\n([^]*?)^```$/gm), ([, mark = '', code = '']) => ({
    heading: section.slice(0, section.indexOf('\n')),
    mark,
    code,
    prints: Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, line = '']) => line),
  })),
);
const fileOf = ({ mark, heading }: Recipe): string =>
  `${heading.replaceAll(/\W+/g, '-')}${mark === 'vitest' ? '.test' : ''}.ts`;
const recipeOf = (heading: string): Recipe => {
  const found = recipes.find((recipe) => recipe.heading === heading);
  if (!found) throw new Error(`There is no recipe ${heading}.`);
  return found;
};

const folder = temporaryFolder();
let sandbox: Sandbox;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let keys: Running;
let areKeysDown = false;
const secrets = new Map<string, string>();

beforeAll(async () => {
  const modules = join(folder, 'node_modules');
  await buildPackage('client', join(modules, '@wallet-operations', 'client'));
  for (const name of [
    'openapi-fetch',
    'openapi-typescript-helpers',
    'undici',
    'undici-types',
    '@opentelemetry',
    '@types',
    'vitest',
  ]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

  sandbox = await startSandbox({ running: false, seeded: false });
  proxy = await startProxy();
  keys = await startKeys((apiCode) => (areKeysDown ? undefined : secrets.get(apiCode)));
}, 60_000);
afterAll(async () => {
  await Promise.all([proxy.close(), keys.close(), sandbox.close()]);
  remove(folder);
});

/** Makes a wallet that nobody has called yet: who asks the same as another process within a second would have to ask twice. */
async function createWallet(): Promise<WalletAccess> {
  const access = await sandbox.control.createWallet({ kind: 'deposit', currency: 'ETH' });
  secrets.set(access.apiCode, access.secret);
  return access;
}

/** Writes a recipe for a wallet of its own, and gives its file. */
async function written(recipe: Recipe): Promise<string> {
  const { apiCode, secret, walletId, inactive } = await createWallet();
  const code = recipe.code
    .replaceAll('https://wallet.example', sandbox.url)
    .replaceAll('http://proxy.example:3128', proxy.url)
    .replaceAll('https://kms.example', keys.url)
    .replaceAll('635743', String(walletId))
    .replaceAll('THE-API-CODE', apiCode)
    .replaceAll('its-secret', secret)
    .replaceAll('THE-NEXT-API-CODE', inactive.apiCode)
    .replaceAll('the-next-secret', inactive.secret);
  const file = fileOf(recipe);
  writeFileSync(join(folder, file), code);
  return file;
}

/** The variables of a program that finds the service by them. */
async function environment(): Promise<Record<string, string>> {
  const { apiCode, secret } = await createWallet();
  return { WALLET_URL: sandbox.url, WALLET_API_CODE: apiCode, WALLET_SECRET: secret };
}

/** Runs a recipe with Node, and gives the lines that it prints. */
async function printedBy(file: string, variables: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...variables } };
  const { stdout } = await run(process.execPath, [file], options);
  return stdout.trimEnd().split('\n');
}

it.each([
  ['the engine alone', ['es2024']],
  ['the web besides', ['es2024', 'dom']],
])('all compile, with the types of %s', async (_, lib) => {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: 'es2024', lib, skipLibCheck: true },
    ...{ module: 'nodenext', types: ['node'] },
  };
  const config = join(folder, `tsconfig.${String(lib.length)}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: await Promise.all(recipes.map(written)) }));
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const said = await run(process.execPath, [tsc, '--project', config]).catch((error: unknown) => error);
  expect((said as { stdout: string }).stdout).toBe('');
});

describe('as it says, and prints what it says', () => {
  const programs = recipes
    .filter(({ mark, prints }) => mark === '' && prints.length > 0)
    .map((recipe) => [recipe.heading, recipe] as const);

  it.each(programs)('%s', async (_, recipe) => {
    expect(await printedBy(await written(recipe))).toEqual(recipe.prints);
  });
});

it('OpenTelemetry gets a span, a duration, and nothing that is secret', async () => {
  const printed = (await printedBy(await written(recipeOf('OpenTelemetry')))).join('\n');
  expect(printed).toContain("name: 'GET /v1/svc/wallets/{WALLET_ID}/apisecret'");
  expect(printed).toContain("name: 'http.client.request.duration'");
  for (const [apiCode, secret] of secrets) for (const each of [apiCode, secret]) expect(printed).not.toContain(each);
});

describe('through a proxy', () => {
  const program = `
    import { createWalletClient } from '@wallet-operations/client';
    const { WALLET_URL: baseUrl, WALLET_API_CODE: apiCode, WALLET_SECRET: secret } = process.env;
    const { currency_prices } = await createWalletClient({ baseUrl, credentials: { apiCode, secret } }).getCurrencyPrices();
    console.log(currency_prices.length > 0);`;

  it.each(['A proxy', 'A fetch of your own'])('goes each call of: %s', async (heading) => {
    proxy.asked.length = 0;
    await printedBy(await written(recipeOf(heading)));
    expect(proxy.asked).toEqual([new URL(sandbox.url).host]);
  });

  it('goes each call where the variables of Node say so, and none where they do not', async () => {
    writeFileSync(join(folder, 'variables.mjs'), program);
    proxy.asked.length = 0;
    const variables = { HTTP_PROXY: proxy.url, NO_PROXY: '' };
    await printedBy('variables.mjs', { ...(await environment()), ...variables });
    expect(proxy.asked).toEqual([]);
    expect(
      await printedBy('variables.mjs', { ...(await environment()), ...variables, NODE_USE_ENV_PROXY: '1' }),
    ).toEqual(['true']);
    expect(proxy.asked).toEqual([new URL(sandbox.url).host]);
  });

  it.each(['A proxy', 'A fetch of your own'])(
    'no request goes twice, where it is answered with 421: %s',
    async (heading) => {
      let requests = 0;
      const misdirected = await serve((incoming, outgoing) => {
        requests++;
        incoming.resume().on('end', () => outgoing.writeHead(421, { connection: 'close' }).end('{}'));
      });
      const code = readFileSync(join(folder, await written(recipeOf(heading))), 'utf8')
        .replaceAll(sandbox.url, misdirected.url)
        .replace(
          /\.getApiCodeStatus\(\)\)\.valid\.exp > 0/,
          '.createDepositAddresses({ count: 1 }).catch((e) => e)).effect',
        );
      writeFileSync(join(folder, 'misdirected.mts'), code);
      expect(await printedBy('misdirected.mts')).toEqual(['unknown']);
      expect(requests).toBe(1);
      await misdirected.close();
    },
  );
});

it('a key service that is down fails the call at once, and nothing is sent', async () => {
  areKeysDown = true;
  const [said, ...more] = await printedBy(await written(recipeOf('Signing by a key service')));
  areKeysDown = false;
  expect(said).toMatch(/^none 0 Error: The key service answered 503\.$/);
  expect(more.every((line) => /^ {4}at /.test(line))).toBe(true); // its stack
});

it('the fake timers fake', async () => {
  await written(recipeOf('Fake timers'));
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', CI: '1' } };
  const { stdout } = await run(process.execPath, [vitest, 'run', '--root', folder], options);
  expect(stdout).toMatch(/Tests {2}1 passed/);
});

describe('in a server', () => {
  it('the route of Next.js gives JSON, bigints as integers', async () => {
    const file = pathToFileURL(join(folder, await written(recipeOf('Next.js')))).href;
    const code = `const { GET } = await import(${JSON.stringify(file)}); console.log(await (await GET()).text());`;
    writeFileSync(join(folder, 'route.mjs'), code);
    const [text = ''] = await printedBy('route.mjs', await environment());
    const { currency_prices } = JSON.parse(text) as { currency_prices: { currency: unknown }[] };
    expect(currency_prices.length).toBeGreaterThan(0);
    for (const { currency } of currency_prices) expect(currency).toBeTypeOf('number');
  });

  it('the worker answers', async () => {
    const file = pathToFileURL(join(folder, await written(recipeOf('Workers')))).href;
    const code = `const { default: worker } = await import(${JSON.stringify(file)});
      const answer = await worker.fetch(new Request('https://worker.example'), process.env);
      console.log(Number(await answer.text()) > 0);`;
    writeFileSync(join(folder, 'worker.mjs'), code);
    expect(await printedBy('worker.mjs', await environment())).toEqual(['true']);
  });
});
