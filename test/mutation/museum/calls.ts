// What is asked of the museum: of each rule of the document something that keeps it, and something that breaks it.

export interface Call {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** What it tries. */
  readonly why: string;
}

const hours = (why: string, query: string): Call => ({
  operationId: 'getHours',
  method: 'GET',
  path: `/hours${query}`,
  why,
});
const event = (why: string, id: string): Call => ({
  operationId: 'getEvent',
  method: 'GET',
  path: `/events/${id}`,
  why,
});
const tickets = (why: string, body?: unknown): Call => ({
  operationId: 'buyTickets',
  method: 'POST',
  path: '/tickets',
  why,
  ...(body !== undefined && { body }),
});

export const CALLS: readonly Call[] = [
  hours('a week', '?from=2026-12-01'),
  hours('no date', ''),
  hours('what is no date', '?from=soon'),
  ...['1', '30'].map((days) => hours(`${days} days`, `?from=2026-12-01&days=${days}`)),
  ...['0', '31', '1.5', 'two'].map((days) => hours(`${days} days`, `?from=2026-12-01&days=${days}`)),
  event('one with a price', 'mermaids'),
  event('one without', 'pirates'),
  event('one that is not there', 'nobody'),
  ...['Mermaids', 'mermaids2', '2mermaids'].map((id) => event(`the name ${id}`, id)),
  ...[1, 10].map((count) => tickets(`${String(count)} tickets`, { event: 'mermaids', count })),
  ...[0, 11, 1.5, '1'].map((count) => tickets(`${String(count)} tickets`, { event: 'mermaids', count })),
  ...['adult', 'child'].map((kind) => tickets(`of kind ${kind}`, { event: 'mermaids', count: 1, kind })),
  ...['another_value', 'dog', 1].map((kind) =>
    tickets(`of kind ${String(kind)}`, { event: 'mermaids', count: 1, kind }),
  ),
  ...['Mermaids', '2mermaids', 'mermaids2', 'a'.repeat(41), 3].map((name) =>
    tickets(`the name ${String(name)}`, { event: name, count: 1 }),
  ),
  tickets('nothing'),
  tickets('no list', []),
  tickets('no event', { count: 1 }),
  tickets('no count', { event: 'mermaids' }),
  tickets('more than it lists', { event: 'mermaids', count: 1, seat: 3 }),
];
