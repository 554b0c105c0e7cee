/** Schemes that sign a request as a whole with a key, as most exchanges do: its parts in some order, and no pair of its query by itself. */
import { createHmac } from 'node:crypto';
import type { Scheme, ToSign } from './scheme.ts';

const queryOf = ({ query, t }: ToSign): string => `${query === '' ? '' : `${query}&`}t=${t}`;
const targetOf = (input: ToSign): string => `${input.path}?${queryOf(input)}`;

/** The parts, in the order in which they are signed. */
const PARTS: Readonly<Record<string, (input: ToSign) => readonly string[]>> = {
  'method, path, query and body': (input) => [input.method, input.path, queryOf(input), input.body],
  'path, query and body': (input) => [input.path, queryOf(input), input.body],
  't, method, target and body': (input) => [input.t, input.method, targetOf(input), input.body],
  'method, target, t and body': (input) => [input.method, targetOf(input), input.t, input.body],
  'query and body': (input) => [queryOf(input), input.body],
};

const SEPARATORS = { 'nothing between': '', 'line breaks between': '\n' } as const;
const HASHES = { 'HMAC-SHA-256': 'sha256', 'HMAC-SHA-512': 'sha512' } as const;
const FORMS = { 'lower-case hex': 'hex', base64: 'base64' } as const;

/** All of them. */
export const WHOLE_SCHEMES: readonly Scheme[] = Object.entries(PARTS).flatMap(([parts, partsOf]) =>
  Object.entries(SEPARATORS).flatMap(([join, separator]) =>
    Object.entries(HASHES).flatMap(([name, hash]) =>
      Object.entries(FORMS).map(([form, encoding]) => ({
        name: `${name} of ${parts}, ${join}, ${form}`,
        checksum: (input: ToSign) =>
          createHmac(hash, input.secret).update(partsOf(input).join(separator)).digest(encoding),
      })),
    ),
  ),
);
