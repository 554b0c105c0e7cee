// The docs page asks no other server for anything, and `npm run docs` serves it.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadsFromElsewhere } from '../../scripts/steps/docs/page.ts';
import { Workspace } from './workspace.ts';

describe('a page would load from elsewhere', () => {
  test.each([
    '<script src="https://cdn.example/a.js"></script>',
    '<script defer src=//cdn.example/a.js></script>',
    "<img alt='x' src='http://cdn.example/a.png'>",
    '<link rel="stylesheet" href="https://cdn.example/a.css">',
    '<object data="https://cdn.example/a.svg"></object>',
    '{"description":"<img src=\\"https://cdn.example/a.png\\">"}',
    '{"description":"see ![a logo](https://cdn.example/a.png)"}',
    'jsx(`img`,{alt:`logo`,src:full?`https://cdn.example/a.svg`:`b`})',
    'a { background: url(https://cdn.example/a.png) }',
    "a { background: url('//cdn.example/a.png') }",
    '@import "https://cdn.example/a.css";',
    'import("https://cdn.example/a.js")',
    "import a from 'https://cdn.example/a.js'",
  ])('%s', (html) => {
    expect(loadsFromElsewhere(html)).toHaveLength(1);
  });
});

describe('a page would not load from elsewhere', () => {
  test.each([
    '<a href="https://elsewhere.example/">a link</a>',
    '{"description":"see [a page](https://elsewhere.example/)"}',
    '<img src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E">',
    '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>',
    'a { fill: url(#a) }',
    '{"servers":[{"url":"https://api.example"}]}',
  ])('%s', (html) => {
    expect(loadsFromElsewhere(html)).toEqual([]);
  });
});

describe('npm run docs', () => {
  let workspace: Workspace;
  const children: ChildProcessByStdio<null, Readable, Readable>[] = [];

  beforeAll(() => {
    workspace = new Workspace();
    mkdirSync(workspace.path('generated/docs'), { recursive: true });
    writeFileSync(workspace.path('generated/docs/index.html'), 'the page');
  });

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    workspace[Symbol.dispose]();
  });

  async function serve(): Promise<{ child: (typeof children)[number]; line: string; url: string }> {
    const options = { cwd: workspace.root, stdio: ['ignore', 'pipe', 'pipe'] } as const;
    const child = spawn(process.execPath, ['scripts/docs.ts', '--port', '0'], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    const line = output.toString();
    return { child, line, url: line.replace('Docs', '').trim() };
  }

  test('prints its address, and serves the page there as it is now', async () => {
    const { line, url } = await serve();
    expect(line).toMatch(/^Docs {2}http:\/\/127\.0\.0\.1:\d+\/\n$/);
    expect(await (await fetch(url)).text()).toBe('the page');
    writeFileSync(workspace.path('generated/docs/index.html'), 'the page of a later build');
    expect(await (await fetch(url)).text()).toBe('the page of a later build');
    expect((await fetch(new URL('missing', url))).status).toBe(404);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it at once with exit code 0, even while a browser keeps a connection',
    async (signal) => {
      const { child, url } = await serve();
      await (await fetch(url)).text(); // fetch keeps the connection
      child.kill(signal);
      await once(child, 'close');
      expect(child.exitCode).toBe(0);
    },
  );

  test('names a port that is in use, and the option to choose another', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const port = String((occupant.address() as AddressInfo).port);
    const outcome = await workspace.run('scripts/docs.ts', '--port', port);
    occupant.close();
    expect(outcome).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `Port ${port} of the docs is in use.\nStop what uses it, or choose another with npm run docs -- --port N.\n`,
    });
  });

  test.each(['x', '-1', '65536', '1e3'])('refuses --port %s', async (port) => {
    const { exitCode, stderr } = await workspace.run('scripts/docs.ts', `--port=${port}`);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`--port ${port} is no port: give a number from 0 (any free one) to 65535.\n`);
  });

  test('says what to do when there is no page yet', async () => {
    rmSync(workspace.path('generated/docs'), { recursive: true });
    const outcome = await workspace.run('scripts/docs.ts', '--port', '0');
    mkdirSync(workspace.path('generated/docs'));
    writeFileSync(workspace.path('generated/docs/index.html'), 'the page');
    expect(outcome).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no docs page yet: npm run build writes it.\n',
    });
  });
});
