/** Every row of the error catalogue is provoked by behaviour, word for word, and what is refused changes nothing. */
import { errors } from '@wallet-operations/openapi/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { createLab } from '../lab.ts';
import { authentication } from './authentication.ts';
import { others } from './others.ts';
import { withdrawals } from './withdrawals.ts';

const programs = { ...authentication, ...withdrawals, ...others };
const rows = Object.keys(errors);
const provoked = new Set<string>();

/** What a call is refused with. */
async function refusalOf(call: () => Promise<unknown>): Promise<readonly [number, unknown]> {
  const error = await call().then(
    () => new Error('It was not refused.'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error && 'status' in error && 'body' in error) return [error.status as number, error.body];
  throw error;
}

describe('the sandbox refuses as the interface says', () => {
  it.each(rows)('%s', async (reason) => {
    const program = programs[reason];
    if (!program) throw new Error(`No program provokes ${reason}.`);
    const lab = await createLab(program.options);
    try {
      const call = await program.prepare(lab);
      const before = await lab.control.fingerprint();
      const expected = typeof program.expected === 'function' ? program.expected(lab) : program.expected;
      expect(await refusalOf(call)).toEqual(expected);
      expect(await lab.control.fingerprint()).toEqual(before);
      provoked.add(reason);
    } finally {
      await lab.close();
    }
  });

  it('has no program for a row that the catalogue lacks', () => {
    expect(Object.keys(programs).filter((reason) => !rows.includes(reason))).toEqual([]);
  });

  afterAll(() => {
    process.stdout.write(`Fidelity: ${String(provoked.size)} of ${String(rows.length)} rows provoked by behaviour\n`);
  });
});
