// The sample for plain fetch, in JavaScript.
import type { ExampleCall } from '../example-call.ts';
import { literal, typescript } from './literal.ts';
import type { Present } from './present.ts';

export function plainFetch(
  { method, baseUrl, path, query, body, apiCode }: ExampleCall,
  { nonce, isFine, notice }: Present,
): string {
  const parts = [
    ...(nonce === undefined ? [] : [`\`${nonce}=\${crypto.randomUUID()}\``]),
    `\`t=\${${isFine ? 'Date.now()' : 'Math.floor(Date.now() / 1000)'}}\``,
    ...query.map((pair) => `'${pair}'`),
  ];
  const headers = [
    `'X-API-CODE': '${apiCode}'`,
    `'X-CHECKSUM': checksum`,
    ...(body ? [`'Content-Type': 'application/json'`] : []),
  ];
  return [
    `import { createHash } from 'node:crypto';`,
    '',
    `// ${notice}`,
    `const query = [${parts.join(', ')}];`,
    ...(body ? [`const body = JSON.stringify(${literal(body.value, undefined, typescript)});`] : []),
    `const signed = [...query${body ? ', body' : ''}].sort().concat('secret=its-secret').join('&');`,
    `const checksum = createHash('sha256').update(signed).digest('hex');`,
    '',
    `const response = await fetch(\`${baseUrl}${path}?\${query.join('&')}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body ? ['  body,'] : []),
    '});',
    'console.log(response.status, await response.text()); // as text: integers beyond 2^53 lose digits in response.json()',
  ].join('\n');
}
