/** The conformance run as a library: to judge a transcript in a program or a test of your own. */
export { main, type Surroundings } from './commands/main.ts';
export { READING } from './document/reading.ts';
export { interfaceOf, type Interface, type WalletKind } from './document/interface.ts';
export { judge, type Verdicts } from './judge/judge.ts';
export type { Fact, FactKind, FactVerdict } from './judge/fact.ts';
export type { Conclusion, PointVerdict } from './points/conclusion.ts';
export type { Clock } from './send/clock.ts';
export { readTranscript, TranscriptError, writeTranscript } from './transcript/file.ts';
export type { Transcript } from './transcript/transcript.ts';
