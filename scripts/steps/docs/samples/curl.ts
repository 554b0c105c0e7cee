// Samples for a shell, any POSIX one: the shortest that the mock takes, and one that signs with openssl.
import type { ExampleCall } from '../example-call.ts';
import type { Present } from './present.ts';

export function forMock({ method, baseUrl, path, query, body }: ExampleCall, { shell }: Present): string {
  return joined([
    `curl ${option(method)}"${baseUrl}${path}?${[...query, ...shell].join('&')}"`,
    `-H 'X-API-CODE: any' -H 'X-CHECKSUM: any'`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quotedJson(body.value)}`] : []),
  ]);
}

/**
 * Its parts are sorted here, where they are known. `printf` is part of the shell, so that no list of processes shows the secret. Comments
 * have lines of their own, and no semicolon: at the prompt of zsh they are commands.
 */
export function signed(
  { method, baseUrl, path, query, body, apiCode }: ExampleCall,
  { shell, notice }: Present,
): string {
  const pairs = [...query, ...shell].sort();
  return [
    `# ${notice}`,
    `query="${pairs.join('&')}"`,
    ...(body ? [`body=${quotedJson(body.value)}`] : []),
    `secret='its-secret'`,
    `# All parts sorted bytewise${body ? ', the body behind the query' : ''}, then the secret.`,
    `checksum=$(printf %s "$query${body ? '&$body' : ''}&secret=$secret" | openssl dgst -sha256 -r | cut -d ' ' -f 1)`,
    '',
    joined([
      `curl ${option(method)}"${baseUrl}${path}?$query"`,
      `-H 'X-API-CODE: ${apiCode}' -H "X-CHECKSUM: $checksum"`,
      ...(body ? [`-H 'Content-Type: application/json' -d "$body"`] : []),
    ]),
  ].join('\n');
}

const option = (method: string): string => (method === 'GET' ? '' : `-X ${method} `);

const joined = (lines: readonly string[]): string => lines.join(' \\\n  ');

const quotedJson = (value: unknown): string => `'${JSON.stringify(value, null, 2).replaceAll("'", `'\\''`)}'`;
