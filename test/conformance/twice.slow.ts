/** What a run writes as answers is an overlay; with the document that it makes, a second run against the same service finds nothing. */
import { join } from 'node:path';
import { withAnswers } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { command, conform, configurationOf, differencesIn, FILES } from './harness.ts';
import { overlayFileOf } from '../overlays/files.ts';
import { runningOf } from './variants/behind.ts';
import { variants } from './variants/own-answers.variants.ts';
import { createWorld } from './world.ts';

interface Answer {
  readonly id: string;
  readonly value: unknown;
}

/** Operators who answer several points otherwise at once, and one who answers none. */
const SEVERAL: readonly (readonly [name: string, answers: readonly Answer[]])[] = [
  [
    'several answers at once',
    [
      { id: 'processing-state', value: { inPool: 5, inChain: 6, done: 7 } },
      { id: 'withdrawal-state', value: { confirmed: 14, resent: 16 } },
      { id: 'callback-type', value: { deposit: 10, withdrawal: 20, collect: 30, airdrop: 40 } },
      { id: 'price-envelope', value: { records: 'prices_list' } },
      { id: 'wallet-balance-envelope', value: { total: 'total_count', records: 'wallets' } },
      { id: 'vault-count', value: 'the page' },
    ],
  ],
  ['no answer', []],
];

/** Each answer by itself that a run finds whole. */
const ALONE = variants.flatMap(({ name, expected: [one] }) =>
  one !== undefined && 'point' in one && one.value !== undefined && name.startsWith(one.point)
    ? [[name, [{ id: one.point, value: one.value }]] as const]
    : [],
);

/** An overlay as its specification has it, read by nobody of ours. */
interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly { readonly target: string; readonly update: Record<string, unknown> }[];
}

test.each([...SEVERAL, ...ALONE])('%s', async (_, answers) => {
  const overlaid = overlayFileOf(answers.map((one) => ({ answer: 'So it is.', ...one })));
  const world = await createWorld(answers.length === 0 ? {} : { overlay: overlaid });
  const running = runningOf(world);
  onTestFinished(running.close);
  const first = await conform(running);
  const text = first.read('answers');

  const { overlay, info, actions } = parse(text) as Overlay;
  expect(overlay).toMatch(/^1\.[01]\.\d+$/);
  expect(info).toEqual({ title: expect.any(String) as string, version: expect.any(String) as string });
  const document = withAnswers(bundled, text, FILES.answers) as unknown as Record<string, Record<string, object>>;
  for (const { target, update } of actions) {
    const id = /^\$\['x-open-points'\]\['([\w-]+)'\]$/.exec(target)?.[1] ?? '';
    expect(Object.keys(bundled['x-open-points'])).toContain(id);
    expect(document['x-answered-points']?.[id]).toMatchObject(update);
  }
  for (const [id, { verdict, value }] of Object.entries(first.report.points))
    if (verdict === 'contradicted' && value !== undefined)
      expect(document['x-answered-points']?.[id]).toMatchObject({ value });

  // in the same seconds the calls of a second run would be replays
  await world.sandbox.control.advance({ minutes: 10 });
  const second = await conform(running, ['--overlay', join(first.folder, FILES.answers)]);
  expect(differencesIn(second)).toEqual([]);
  expect(second).toMatchObject({ exitCode: 0, stderr: '' });
  expect(second.stdout).toContain('All that was compared is as the document says.');

  // and what was written down then is judged the same offline
  const { environment } = configurationOf(running);
  const files = [join(second.folder, FILES.transcript), '--overlay', join(first.folder, FILES.answers)];
  expect(await command(['replay', ...files], running, environment)).toMatchObject({ exitCode: 0, stderr: '' });
});
