/** The verdicts of a transcript: of each open point first, then of each fact, held against the document with these answers. */
import { interfaceOf, TranscriptError, type Interface, type Transcript } from '@wallet-operations/transcript';
import { concludeAll } from '../points/index.ts';
import { notAsked, type Conclusion } from '../points/conclusion.ts';
import { messageFieldOf } from '../points/errors.ts';
import { totalOf } from '../calls/list.ts';
import { mayBeSent } from '../document/reading.ts';
import { acrossFacts } from '../judge/across.ts';
import { addressFacts } from '../judge/addresses.ts';
import { askedFacts } from '../judge/asked.ts';
import { blockFacts } from '../judge/blocks.ts';
import { boundFacts } from '../judge/bounds.ts';
import { callbackFacts } from '../judge/callbacks.ts';
import { evidenceOf, type Evidence } from '../judge/evidence.ts';
import { merged, type Fact } from '../judge/fact.ts';
import { fieldFacts } from '../judge/fields.ts';
import { historyFacts } from '../judge/history.ts';
import { timeFacts } from '../judge/impossible-times.ts';
import { toldOnce } from './once.ts';
import { overlayOf } from './overlay.ts';
import { united } from './united.ts';
import { orderFacts } from '../judge/orders.ts';
import { betweenWallets } from '../judge/between-wallets.ts';
import { ownerFacts } from '../judge/whose.ts';
import { pageFacts } from '../judge/pages.ts';
import { hiddenIn } from '../judge/permission.ts';
import { priceFacts } from '../judge/prices.ts';
import { recordFacts, repeatedFacts } from '../judge/records.ts';
import { HANG_ON_TIME, recordedFacts, withSteps } from '../judge/recorded.ts';
import { signedIn } from '../judge/signed.ts';
import { logFacts } from '../judge/logs.ts';
import { togetherFacts } from '../judge/together.ts';
import { toldTwiceFacts } from '../judge/told-twice.ts';
import { rowFacts, unprovoked } from '../judge/rows.ts';
import { unchangingFacts } from '../judge/unchanging.ts';
import { untimelyIn } from '../judge/untimely.ts';
import { vaultFacts } from '../judge/vaults.ts';
import { vaultTransactionFacts } from '../judge/vault-transactions.ts';
import { walletFacts } from '../judge/wallets.ts';

/** What a run found. */
export interface Verdicts {
  readonly points: ReadonlyMap<string, Conclusion>;
  readonly facts: readonly Fact[];
  readonly transcript: Transcript;
  /** How many calls were refused for their `t`, though it was made as those that were taken. */
  readonly untimely: number;
  /** The answers that follow, as an overlay; undefined where there are none. */
  readonly overlay: string | undefined;
}

/** Judges a transcript: whatever made it, the same transcript has the same verdicts. */
export function judge(service: Interface, transcript: Transcript): Verdicts {
  refuseUnknown(service, transcript);
  const { recorded } = transcript;
  const steps = recorded ? withSteps(transcript) : transcript;
  const untimely = recorded ? undefined : untimelyIn(service, steps);
  const hidden = untimely && hiddenIn(evidenceOf(service, untimely.transcript));
  const shown = hidden?.transcript ?? steps;
  const evidence = evidenceOf(service, shown);
  const all = concludeAll(evidence);
  const points = recorded ? new Map([...all].map(([id, one]) => [id, HANG_ON_TIME.has(id) ? LATER : one])) : all;
  const overlay = overlayOf(service, points);
  const answered = overlay ? evidenceOf(interfaceOf(overlay.document), shown) : evidence;
  const messageField = messageFieldOf(evidence);
  const seen = evidence.isAdmitted ? (recorded ? ofRecording : ofRun)(answered, messageField) : [];
  const why = new Map([untimely, hidden].flatMap((one) => [...(one?.why ?? [])]));
  const facts = [untimely, hidden]
    .flatMap((one) => one?.facts ?? [])
    .concat(seen.map(withReason(reasonsOf(evidence, why))));
  const told = toldOnce(merged(facts.map(asExplained(points)).map(withoutRenamed(service, answered))), transcript);
  return { points, facts: told, transcript, untimely: untimely?.count ?? 0, overlay: overlay?.text };
}

/** What a contradicted point tells of is no other difference, and no agreement; nor is what is made by one that is not confirmed. */
const asExplained =
  (points: Verdicts['points']) =>
  (fact: Fact): Fact => {
    const verdictOf = (id: string): string | undefined => points.get(id)?.verdict;
    const told = fact.points?.find((id) => verdictOf(id) === 'contradicted');
    const open = fact.madeBy !== undefined && verdictOf(fact.madeBy) !== 'confirmed' ? fact.madeBy : undefined;
    if (fact.verdict !== 'differs' || (told ?? open) === undefined) return fact;
    const why =
      told === undefined ? `${String(open)} is not confirmed, and ${fact.evidence}` : `the point ${told} tells of it`;
    return { ...fact, verdict: 'not observable', evidence: why, isDoubtful: true };
  };

/** A total under a name that the document does not have is written down as another number, which counts nothing. */
const withoutRenamed =
  (service: Interface, { service: answered }: Evidence) =>
  (fact: Fact): Fact => {
    const [assumed, own] = [service, answered].map((one) => totalOf(one.operation(fact.operationId)));
    return fact.kind === 'value' && fact.about === own && own !== assumed && own !== ''
      ? {
          ...fact,
          verdict: 'not observable',
          evidence: `a transcript does not have ${own}, which the document calls otherwise`,
        }
      : fact;
  };

/** Why operations were not compared of which no answer came that could be. */
function reasonsOf(evidence: Evidence, hidden: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { service, transcript } = evidence;
  const unsigned = (part: 'query' | 'body'): string | undefined =>
    signedIn(evidence, part).refused > 0 ? `no way to sign a ${part} was admitted` : undefined;
  const [ofQueries, ofBodies] = [unsigned('query'), unsigned('body')];
  const answered = new Set(
    transcript.exchanges.filter(({ answer }) => answer?.status === 200).map(({ operationId }) => operationId),
  );
  return new Map(
    service.operations
      .filter((operation) => mayBeSent(operation) && !answered.has(operation.operationId))
      .flatMap(({ operationId, bodySchema, parameters }) => {
        const needsQuery = parameters.some((parameter) => parameter.in === 'query' && parameter.required === true);
        const ofParts = bodySchema === undefined ? (needsQuery ? ofQueries : undefined) : ofBodies;
        const why = hidden.get(operationId) ?? ofParts;
        return why === undefined ? [] : [[operationId, why] as const];
      }),
  );
}

const withReason =
  (reasons: ReadonlyMap<string, string>) =>
  (fact: Fact): Fact => {
    const why = fact.verdict === 'not asked' ? reasons.get(fact.operationId) : undefined;
    return why === undefined ? fact : { ...fact, verdict: 'not observable', evidence: why };
  };

/** @throws TranscriptError for an exchange of an operation that the document has not, with its line */
function refuseUnknown({ operations }: Interface, { exchanges }: Transcript): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const place = exchanges.findIndex(({ operationId }) => !known.has(operationId));
  if (place >= 0)
    throw new TranscriptError(
      `Line ${String(place + 2)} of the transcript is of an operation that the document has not. Judge it with the version that wrote it.`,
    );
}

const LATER = notAsked('it hangs on when a call was made, which a recording does not tell');

const ofRun = (evidence: Evidence, messageField: string): Fact[] => [
  ...rowFacts(evidence, messageField),
  ...fieldFacts(evidence),
  ...boundFacts(evidence),
  ...pageFacts(evidence),
  ...recordFacts(evidence),
  ...askedFacts(evidence),
  ...priceFacts(evidence),
  ...togetherFacts(evidence),
  ...logFacts(evidence),
  ...historyFacts(evidence),
  ...callbackFacts(evidence),
  ...toldTwiceFacts(evidence),
  ...timeFacts(evidence),
  ...blockFacts(evidence),
  ...unchangingFacts(evidence),
  ...acrossFacts(evidence),
  ...orderFacts(evidence),
  ...ownerFacts(evidence),
  ...betweenWallets(evidence),
  ...walletFacts(evidence),
  ...vaultFacts(evidence),
  ...vaultTransactionFacts(evidence),
  ...addressFacts(evidence),
];

const ofRecording = (evidence: Evidence, messageField: string): Fact[] => [
  ...recordedFacts(evidence, messageField),
  ...unprovoked(evidence),
  ...fieldFacts(evidence),
  ...repeatedFacts(evidence),
  ...askedFacts(evidence),
  ...priceFacts(evidence),
  ...togetherFacts(evidence),
  ...logFacts(evidence),
  ...historyFacts(evidence),
];

/** Judges some, each by itself, for the same value is another one in each; what they show is put together. */
export function judgeAll(service: Interface, transcripts: readonly Transcript[]): Verdicts {
  const all = transcripts.map((transcript) => judge(service, transcript)).sort(byWords);
  const [first] = all;
  if (first && all.length === 1) return first;
  const points = new Map(
    Object.keys(service.points).map((id) => [
      id,
      united(
        service,
        id,
        all.flatMap((verdicts) => verdicts.points.get(id) ?? []),
      ),
    ]),
  );
  const stopped = all.find(({ transcript }) => transcript.stopped !== undefined)?.transcript.stopped;
  return {
    points,
    facts: merged(all.flatMap(({ facts }) => facts)),
    untimely: all.reduce((sum, { untimely }) => sum + untimely, 0),
    transcript: {
      wallets: transcripts.flatMap(({ wallets }) => wallets),
      exchanges: transcripts.flatMap(({ exchanges }) => exchanges),
      ...(stopped !== undefined && { stopped }),
    },
    overlay: overlayOf(service, points)?.text,
  };
}

/** An order that does not hang on the one in which they were given. */
const byWords = (a: Verdicts, b: Verdicts): number => (wordsOf(a) < wordsOf(b) ? -1 : 1);

const wordsOf = ({ points, facts }: Verdicts): string =>
  [...points.values(), ...facts].map(({ evidence }) => evidence).join('\n');

/** How many facts and points were compared with an answer at all. */
export const comparedIn = ({ points, facts }: Verdicts): number =>
  facts.filter(({ verdict }) => verdict === 'agrees' || verdict === 'differs').length +
  // that a request was let in is nothing of what it asked for
  [...points].filter(
    ([id, { verdict }]) => id !== 'checksum' && (verdict === 'confirmed' || verdict === 'contradicted'),
  ).length;
