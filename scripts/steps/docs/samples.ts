// Code samples of an operation, all of them making the same call. Redoc shows those whose labels redocly.yaml lists, in its order.
import type { Bundle, Endpoint } from '../../lib/bundle.ts';
import { exampleCall } from './example-call.ts';
import { forMock, signed } from './samples/curl.ts';
import { plainFetch } from './samples/fetch.ts';
import { presentOf } from './samples/present.ts';
import { standardPython } from './samples/python.ts';
import { client } from './samples/typescript.ts';

/** A sample as Redoc takes it. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The samples of one operation. */
export function samplesOf(bundle: Bundle, endpoint: Endpoint): Sample[] {
  const call = exampleCall(bundle, endpoint);
  const present = presentOf(bundle);
  return [
    { lang: 'Shell', label: 'curl, mock', source: forMock(call, present) },
    { lang: 'Shell', label: 'curl, signed', source: signed(call, present) },
    { lang: 'TypeScript', label: 'TypeScript', source: client(call) },
    { lang: 'JavaScript', label: 'fetch', source: plainFetch(call, present) },
    { lang: 'Python', label: 'Python', source: standardPython(call, present) },
  ];
}
