/** A run for programs: as JSON, and as JUnit XML. */
import { stringifyJson } from '@wallet-operations/json';
import { junitOf, type Suite, type Test } from '@wallet-operations/reports';
import type { Fact } from '../judge/fact.ts';
import { byOperation, callsIn, type Outcome } from './outcome.ts';

/** Everything that was found, but not the transcript. */
export function json({ verdicts, balance, failures }: Outcome): string {
  const points = Object.fromEntries(
    [...verdicts.points].map(([id, { verdict, evidence, value }]) => [
      id,
      { verdict, evidence, ...(value !== undefined && { value }) },
    ]),
  );
  const { stopped } = verdicts.transcript;
  const calls = callsIn(verdicts);
  return `${stringifyJson({ ok: failures.length === 0, failures, ...(stopped !== undefined && { stopped }), ...calls, points, facts: verdicts.facts, ...balance })}\n`;
}

/** A suite for each operation, and one for the open points: what is not observable or was not asked is skipped. */
export function junit({ verdicts, balance, failures }: Outcome): string {
  const reasons = new Map(balance.accepted.map(({ what, reason }) => [what, reason]));
  const testOf = (name: string, what: string, verdict: string, evidence: string): Test => {
    if (verdict === 'agrees' || verdict === 'confirmed') return { name };
    const reason = reasons.get(what);
    if (reason !== undefined) return { name, skipped: `accepted: ${reason}` };
    return verdict.startsWith('not')
      ? { name, skipped: `${verdict}: ${evidence}` }
      : { name, failure: { type: verdict, message: evidence } };
  };
  const ofFact = ({ operationId, kind, about, verdict, evidence }: Fact): Test =>
    testOf(`${kind}: ${about}`, `${operationId} ${kind} ${about}`, verdict, evidence);
  const suites: Suite[] = [
    {
      name: 'open points',
      tests: [...verdicts.points].map(([id, { verdict, evidence }]) => testOf(id, id, verdict, evidence)),
    },
    ...[...byOperation(verdicts.facts)].map(([name, facts]) => ({ name, tests: facts.map(ofFact) })),
    {
      name: 'the run',
      tests:
        failures.length === 0
          ? [{ name: 'went well' }]
          : failures.map((message) => ({ name: 'went well', failure: { type: 'run', message } })),
    },
  ];
  return junitOf('wallet-conform', suites);
}
