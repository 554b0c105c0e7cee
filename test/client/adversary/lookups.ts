/** What a lookup answers: the record in some spelling, that there is none, or something that is neither. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import type { Books, Entry } from './books.ts';
import type { LookupMove, OddRecord } from './moves.ts';
import { refusal, type Refusal } from './rules.ts';
import { type Currency, GAPS, type Record_, recordOf, SPELLINGS } from './spelling.ts';

/** An answer on its way. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly refusal?: Refusal | undefined;
}

const NOT_FOUND = refusal('not_found');

/** The answer to a lookup, before anything happens to it on its way. */
export function lookUp(
  move: LookupMove,
  orderId: string,
  books: Books,
  asked: WithdrawalRequest | undefined,
  now: number,
  currency: Currency,
): Reply {
  const entry = books.entries.get(orderId);
  const record = entry && entry.visibleFrom <= now ? spelt(entry, move.spelling, currency) : undefined;
  const odd = ODD[move.answer as OddRecord];
  if (odd) return odd(record, asked);
  if (record) return { status: 200, text: JSON.stringify(record) };
  return { status: NOT_FOUND.status, text: JSON.stringify(NOT_FOUND.body), refusal: NOT_FOUND };
}

function spelt({ order }: Entry, spelling: string | undefined, currency: Currency): Record_ {
  const record = recordOf(order);
  if (spelling === undefined) return record;
  const change = SPELLINGS[spelling] ?? GAPS[spelling];
  if (!change) throw new Error(`There is no spelling ${spelling}.`);
  return change(record, order, currency);
}

type Odd = (record: Record_ | undefined, asked: WithdrawalRequest | undefined) => Reply;

const ODD: { readonly [O in OddRecord]?: Odd } = {
  nothing: () => ({ status: 200, text: '{}' }),
  null: () => ({ status: 200, text: 'null' }),
  'a list': (record) => ({ status: 200, text: JSON.stringify(record ? [record] : []) }),
  'an error with 200': () => ({ status: 200, text: JSON.stringify(NOT_FOUND.body) }),
  'a login page': () => ({ status: 200, text: '<!doctype html><title>Sign in</title>' }),
  'a page with 404': () => ({ status: 404, text: '<html><body>Not Found</body></html>' }),
  wrapped: (record) => ({ status: 200, text: JSON.stringify({ data: record ?? null }) }),
  "somebody else's": (_, asked) => ({
    status: 200,
    text: JSON.stringify(asked ? recordOf({ ...asked, order_id: `${asked.order_id}0` }) : {}),
  }),
};
