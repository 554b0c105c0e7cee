/** Tables of a terminal. */

/** Rows as lines: the columns named are numbers, which stand at the right. */
export function aligned(rows: readonly (readonly string[])[], numbers: readonly number[] = []): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(cell.length, most[i] ?? 0)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => (numbers.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
