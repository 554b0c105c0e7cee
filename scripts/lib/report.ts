// Findings as somebody reads them: in a terminal, or beside the changed lines of a pull request.
import type { Finding } from './problems.ts';

const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A finding as the line of output that GitHub Actions shows as an annotation. */
export function annotation({ where, rule, message }: Finding): string {
  const {
    file = where,
    line = '1',
    column = '1',
  } = /^(?<file>.*):(?<line>\d+):(?<column>\d+)$/.exec(where)?.groups ?? {};
  const place = `file=${property(file)},line=${line},col=${column},title=${property(rule)}`;
  return `::error ${place}::${escaped(message.replace(/\s+/g, ' ').trim())}`;
}

/** Every finding as an annotation, once. */
export function annotations(findings: readonly Finding[]): string {
  return [...new Set(findings.map(annotation))].join('\n');
}
