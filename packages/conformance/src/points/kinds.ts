/** Points about which kinds of wallets may be asked. */
import { kindsOf } from '../calls/list.ts';
import { mayBeSent } from '../document/reading.ts';
import { WALLET_KINDS } from '@wallet-operations/transcript';
import { saysError, type Evidence } from '../judge/evidence.ts';
import { rowsIn } from '../judge/errors.ts';
import { confirmed, contradicted, notAsked, type Conclude } from './conclusion.ts';

/** Which kinds were answered, and which refused as those that may not ask. */
function outcomesOf({ service, transcript }: Evidence, point: string): ReadonlyMap<string, ReadonlySet<boolean>> {
  const operations = service.operations
    .filter((operation) => mayBeSent(operation) && kindsOf(service, operation).kindsPoint === point)
    .map(({ operationId }) => operationId);
  const outcomes = new Map<string, Set<boolean>>();
  for (const exchange of transcript.exchanges) {
    const { caller, step, answer, operationId } = exchange;
    const kind = typeof caller === 'number' ? transcript.wallets[caller]?.kind : undefined;
    const isAbout = step.endsWith('.plain') || step.includes('.kind.');
    if (!answer || kind === undefined || kind === 'unknown' || !isAbout || !operations.includes(operationId)) continue;
    const isList = step.endsWith('.plain') || operationId.startsWith('list');
    const rows = answer.status === 200 ? [] : rowsIn({ service }, exchange, 'message');
    const isRefused = rows.includes('not_found');
    if (answer.status === 200 ? saysError(service, operationId, answer.body) : !isRefused) continue;
    if (!isList && isRefused) continue; // that of what there is not looks the same
    outcomes.set(kind, (outcomes.get(kind) ?? new Set()).add(answer.status === 200));
  }
  return outcomes;
}

const ofKinds =
  (point: string): Conclude =>
  (evidence) => {
    const assumed = (evidence.service.points[point]?.value ?? []) as readonly string[];
    const outcomes = outcomesOf(evidence, point);
    if (outcomes.size === 0) return notAsked('no wallet was asked');
    const allowed = WALLET_KINDS.filter((kind) => outcomes.get(kind)?.has(true));
    const unseen = WALLET_KINDS.filter((kind) => !outcomes.has(kind));
    const said = `answered: ${allowed.join(', ') || 'none'}${unseen.length > 0 ? `; not asked: ${unseen.join(', ')}` : ''}`;
    const isMixed = [...outcomes.values()].some((one) => one.size > 1);
    if (isMixed) return contradicted(`${said}; but not every operation alike`);
    const wrong = WALLET_KINDS.some((kind) => outcomes.has(kind) && allowed.includes(kind) !== assumed.includes(kind));
    const value = unseen.length === 0 && allowed.length > 0 ? allowed : undefined;
    return wrong ? contradicted(said, value) : confirmed(said, value && assumed);
  };

export const kindPoints: Readonly<Record<string, Conclude>> = {
  'withdrawal-kinds': ofKinds('withdrawal-kinds'),
  'deposit-kinds': ofKinds('deposit-kinds'),
};
