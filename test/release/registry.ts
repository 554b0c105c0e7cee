/** A registry for npm that lives as long as a test: it takes what is published, and has everything else from the usual one. */
import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What npm sends to publish a package, and gets when it asks for one. */
interface Packument {
  name: string;
  versions: Record<string, { dist: { tarball: string } } & Record<string, unknown>>;
  _attachments: Record<string, { data: string }>;
}

export interface Registry {
  /** Variables that make npm use this registry, with its settings and its cache in a folder. */
  readonly environment: (folder: string) => Record<string, string>;
  /** Packages that were published. */
  readonly names: () => string[];
  readonly manifest: (name: string, version: string) => object | undefined;
  readonly close: () => Promise<void>;
}

/** Starts it on any free port of this machine. */
export async function startRegistry(): Promise<Registry> {
  const upstream = execSync('npm config get registry', { encoding: 'utf8' }).trim();
  const packages = new Map<string, Packument>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').slice(1).replace(/\?.*/, ''));
    const [name = '', file] = path.split('/-/');
    const known = packages.get(name);
    if (request.method === 'PUT') {
      void bodyOf(request).then((body) => {
        const sent = JSON.parse(body) as Packument;
        packages.set(name, sent);
        for (const version of Object.values(sent.versions)) {
          const tarball = Object.keys(sent._attachments).find((key) => key.endsWith('.tgz')) ?? '';
          version.dist.tarball = `http://${request.headers.host ?? ''}/${name}/-/${tarball}`;
        }
        response.writeHead(201).end('{}');
      });
    } else if (known && file !== undefined) {
      response.end(Buffer.from(known._attachments[file]?.data ?? '', 'base64'));
    } else if (known) {
      response.end(JSON.stringify({ ...known, _attachments: {} }));
    } else if (name.startsWith('@wallet-operations/')) {
      response.writeHead(404).end('{}');
    } else {
      response.writeHead(302, { location: new URL(request.url ?? '/', upstream).href }).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    environment: (folder) => {
      const settings = join(folder, '.npmrc');
      writeFileSync(settings, `registry=http://${host}/\n//${host}/:_authToken=none\n`);
      return {
        npm_config_userconfig: settings,
        npm_config_registry: `http://${host}/`,
        npm_config_cache: join(folder, '.npm'),
      };
    },
    names: () => [...packages.keys()].sort(),
    manifest: (name, version) => packages.get(name)?.versions[version],
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
