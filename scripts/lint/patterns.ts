// Finds patterns that one long text keeps busy for ever: servers and clients run them on what strangers send.
import { isSafePattern } from 'redos-detector';
import { guide, type Finding } from '../lib/problems.ts';
import type { Source } from './sources.ts';

/** What a pattern may take to be judged; one that takes more is refused. */
const LIMITS = { maxScore: 100, maxSteps: 20_000, timeout: 2000 };

export function patternFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ entries }) =>
    entries
      .filter(({ key, isData }) => key === 'pattern' && !isData)
      .flatMap(({ value, where }) => {
        const wrong = typeof value === 'string' ? mistakeOf(value) : undefined;
        return wrong ? [{ where, rule: 'pattern-safe', message: `${wrong} ${guide('types')}` }] : [];
      }),
  );
}

function mistakeOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return `${(error as Error).message}. Mend it.`;
  }
  if (isSafePattern(pattern, { ...LIMITS, unicode: true }).safe) return undefined;
  return (
    `The pattern ${pattern} can go through a text in very many ways: a long one that does not fit takes seconds or years. ` +
    'Write it so that each character has one part of the pattern to go to, and anchor it at both ends.'
  );
}
