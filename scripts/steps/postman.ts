// docs/postman.json, a collection of every operation for Postman and what reads its collections: filled in, and signed when it is sent.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import { writeArtifact, readBundle, type Build } from '../lib/build.ts';
import { endpointsOf, type Bundle, type Endpoint } from '../lib/bundle.ts';
import { filled } from '../lib/points.ts';
import { Problem } from '../lib/problems.ts';

/** What the converter gives, as far as it is changed here. */
interface Folder {
  id?: string;
  name: string;
  item?: Folder[];
  request?: {
    method: string;
    url: { path: string[] };
    header: { key: string; value: string }[];
    auth?: unknown;
  };
  response?: { id: string; originalRequest: { url: { path: string[] } } }[];
}

interface Collection extends Folder {
  info: { _postman_id: string };
  auth: unknown;
  event: unknown[];
  variable: { key: string; value: string; description?: string }[];
}

/** Has no types. */
const { convertV2 } = createRequire(import.meta.url)('openapi-to-postmanv2') as {
  convertV2: (
    input: { type: 'json'; data: object },
    options: Record<string, unknown>,
    done: (error: Error | null, result?: { result: boolean; reason?: string; output?: { data: Collection }[] }) => void,
  ) => void;
};

const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  enableOptionalParameters: false, // a first request has what it needs; the others are there to be switched on
  includeAuthInfoInExample: false,
};

/** Filled in so that every request works against the mock as it is. */
const VARIABLES = [
  { key: 'api_code', value: 'any', description: 'API code of the wallet.' },
  {
    key: 'read_only_api_code',
    value: 'any',
    description: 'Read-only API code, for the wallet list and the balance list.',
  },
  { key: 'secret', value: 'any', description: 'API secret, which signs.' },
  { key: 'product', value: 'svc', description: 'The segment of your product in the place of svc.' },
];

/** Writes the collection. The same document gives the same bytes. */
export async function postman(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const collection = await convert(bundle);
  const readOnly = new Set(
    endpointsOf(bundle)
      .filter(takesReadOnlyCode)
      .map(({ path, method }) => `${method} ${path}`),
  );
  visit(collection, collection.name, (item, trail) => {
    item.id &&= idOf(trail);
    if (!item.request) return;
    const { method, url, header } = item.request;
    const path = `/${url.path.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/')}`;
    const code = readOnly.has(`${method.toLowerCase()} ${path}`) ? '{{read_only_api_code}}' : '{{api_code}}';
    header.push({ key: 'X-API-CODE', value: code });
    delete item.request.auth; // in its place are the header, and the script for the rest
    withProduct(url.path);
    item.response?.forEach((response, index) => {
      response.id = idOf(`${trail}/${String(index)}`);
      withProduct(response.originalRequest.url.path);
    });
  });
  collection.info._postman_id = idOf('');
  collection.auth = { type: 'noauth' };
  collection.event = [
    { listen: 'prerequest', script: { type: 'text/javascript', exec: signingScript(bundle).trimEnd().split('\n') } },
  ];
  collection.variable.push(...VARIABLES);
  await writeArtifact(build, 'docs/postman.json', `${JSON.stringify(collection, null, 2)}\n`);
}

async function convert(bundle: Bundle): Promise<Collection> {
  return new Promise((resolve, reject) => {
    convertV2(
      { type: 'json', data: structuredClone({ ...bundle, servers: serversOf(bundle) }) },
      OPTIONS,
      (error, outcome) => {
        const collection = outcome?.output?.[0]?.data;
        if (collection) {
          resolve(collection);
          return;
        }
        const reason = error?.message ?? outcome?.reason ?? 'it gives no reason';
        reject(new Problem(`openapi-to-postmanv2 could not convert the document: ${reason}`));
      },
    );
  });
}

/** The servers with variables, since Postman has a place to fill them in; they are filled in for the first one, the mock. */
function serversOf({ servers = [] }: Bundle): Bundle['servers'] {
  const [mock] = servers;
  if (!mock) return servers;
  const { protocol, host } = new URL(mock.url);
  const filledIn = { protocol: { default: protocol.replace(':', '') }, base_url: { default: host } };
  return servers.flatMap(({ variables, ...server }) =>
    variables ? [{ ...server, variables: { ...variables, ...filledIn } }] : [],
  );
}

const takesReadOnlyCode = ({ operation }: Endpoint): boolean =>
  (operation.security ?? []).some((requirement) => 'ReadOnlyApiCode' in requirement);

function visit(folder: Folder, trail: string, change: (item: Folder, trail: string) => void): void {
  for (const item of folder.item ?? []) {
    const inside = `${trail}/${item.name}`;
    change(item, inside);
    visit(item, inside, change);
  }
}

function withProduct(path: string[]): void {
  const index = path.indexOf('svc');
  if (index !== -1) path[index] = '{{product}}';
}

/** An ID that stays the same from build to build, in the form of a UUID. */
function idOf(trail: string): string {
  const hex = createHash('sha256').update(`wallet-operations ${trail}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5'); // version 8: made by a scheme of one's own
}

const signingScript = (bundle: Bundle): string =>
  filled(
    readFileSync(join(import.meta.dirname, 'postman', 'sign.js'), 'utf8'),
    pointsOf(bundle as unknown as PointedDocument),
  );
