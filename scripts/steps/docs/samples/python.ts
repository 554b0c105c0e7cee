// The sample for Python, with nothing but its standard library.
import type { ExampleCall } from '../example-call.ts';
import { literal, python } from './literal.ts';
import type { Present } from './present.ts';

export function standardPython(
  { method, baseUrl, path, query, body, apiCode }: ExampleCall,
  { nonce, isFine, notice }: Present,
): string {
  const modules = [
    'hashlib',
    ...(body ? ['json'] : []),
    'time',
    'urllib.error',
    'urllib.request',
    ...(nonce === undefined ? [] : ['uuid']),
  ];
  const parts = [
    ...(nonce === undefined ? [] : [`f'${nonce}={uuid.uuid4()}'`]),
    `f't={${isFine ? 'time.time_ns() // 1_000_000' : 'int(time.time())'}}'`,
    ...query.map((pair) => `'${pair}'`),
  ];
  const headers = [
    `'X-API-CODE': '${apiCode}'`,
    `'X-CHECKSUM': checksum`,
    ...(body ? [`'Content-Type': 'application/json'`] : []),
  ];
  return [
    ...modules.map((name) => `import ${name}`),
    '',
    `# ${notice}`,
    `query = [${parts.join(', ')}]`,
    ...(body ? [`body = json.dumps(${literal(body.value, undefined, python)})`] : []),
    `signed = '&'.join(sorted(query${body ? ' + [body]' : ''}) + ['secret=its-secret'])`,
    'checksum = hashlib.sha256(signed.encode()).hexdigest()',
    '',
    'request = urllib.request.Request(',
    `    '${baseUrl}${path}?' + '&'.join(query),`,
    ...(method === 'GET' ? [] : [`    method='${method}',`]),
    `    headers={${headers.join(', ')}},`,
    ...(body ? ['    data=body.encode(),'] : []),
    ')',
    'try:',
    '    response = urllib.request.urlopen(request, timeout=30)',
    'except urllib.error.HTTPError as refusal:',
    '    response = refusal  # an answer, too: its body says why',
    'print(response.status, response.read().decode())  # json.loads keeps every digit of an integer',
  ].join('\n');
}
