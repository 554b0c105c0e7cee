/** Every open point: what a run concludes of it. */
import type { Evidence } from '../judge/evidence.ts';
import { accessPoints } from './access.ts';
import { notAsked, notObservable, type Conclude, type Conclusion } from './conclusion.ts';
import { envelopePoints } from './envelopes.ts';
import { errorPoints } from './errors.ts';
import { kindPoints } from './kinds.ts';
import { listPoints } from './lists.ts';
import { numberPoints } from './numbers.ts';
import { requestPoints } from './requests.ts';
import { statePoints } from './states.ts';
import { timePoints } from './times.ts';
import { UNOBSERVABLE } from './unobservable.ts';
import { valuePoints } from './values.ts';

/** The points that reads can show. */
export const OBSERVABLE: Readonly<Record<string, Conclude>> = {
  ...accessPoints,
  ...errorPoints,
  ...kindPoints,
  ...numberPoints,
  ...statePoints,
  ...envelopePoints,
  ...listPoints,
  ...timePoints,
  ...requestPoints,
  ...valuePoints,
};

/** What is concluded of every point of the document, answered ones as well. */
export function concludeAll(evidence: Evidence): ReadonlyMap<string, Conclusion> {
  return new Map(
    Object.keys(evidence.service.points).map((id) => {
      const why = UNOBSERVABLE[id];
      if (why !== undefined) return [id, notObservable(why)];
      const conclude = OBSERVABLE[id];
      if (!conclude) return [id, notObservable('this run knows no way to see it')];
      return [id, evidence.isAdmitted || id === 'checksum' ? conclude(evidence) : notAsked('nobody was let in')];
    }),
  );
}
