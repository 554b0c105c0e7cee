// Tables, for a terminal and for a report.

/** Columns under each other: the first to the left, numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = widthsOf(rows);
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

/** A table in Markdown; the first row is its head. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [head, `|${(rows[0] ?? []).map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`, ...body].join('\n') + '\n';
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
}
