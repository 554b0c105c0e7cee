/** The first difference between the books and what is said, as a sentence. */

/** Thrown at the first one. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/** @throws Difference unless both are the same text */
export function same(what: string, said: unknown, booked: unknown): void {
  if (String(said) !== String(booked))
    throw new Difference(`${what} is said to be ${String(said)}, and is ${String(booked)} by the books.`);
}

/** @throws Difference unless both have the same lines, whatever their order */
export function sameLines(what: string, said: readonly string[], booked: readonly string[]): void {
  const [more] = without(said, booked);
  const [missing] = without(booked, said);
  if (more === undefined && missing === undefined) return;
  const parts = [
    ...(missing === undefined ? [] : [`lacks what the books have: ${missing}`]),
    ...(more === undefined ? [] : [`has what the books do not: ${more}`]),
  ];
  throw new Difference(`${what} ${parts.join('; it ')}.`);
}

function without(lines: readonly string[], taken: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of taken) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** Unix seconds as the interface writes times. */
export const isoOf = (milliseconds: number): string =>
  new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000Z', 'Z');
