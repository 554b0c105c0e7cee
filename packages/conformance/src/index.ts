/** The conformance run as a library: to judge a transcript in a program or a test of your own. */
export { main } from './commands/main.ts';
export type { Surroundings } from './commands/surroundings.ts';
export { READING } from './document/reading.ts';
export { judge, type Verdicts } from './verdict/judge.ts';
export type { Fact, FactKind, FactVerdict } from './judge/fact.ts';
export type { Conclusion, PointVerdict } from './points/conclusion.ts';
export type { Clock } from './send/clock.ts';
export {
  interfaceOf,
  readTranscript,
  TranscriptError,
  writeTranscript,
  type Interface,
  type Transcript,
  type WalletKind,
} from '@wallet-operations/transcript';
