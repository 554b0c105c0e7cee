/** Transcripts: what was asked and came, with no value of anybody. Run and proxy write them, and verdicts are made of them. */
export { interfaceOf, takesReadOnlyCode, WALLET_KINDS, type Interface, type WalletKind } from './document/interface.ts';
export { fieldAt, fieldsOf, pointsAt, pointsOnWay, stepInto, type Step as PlaceStep } from './document/places.ts';
export { jsonOf, redacted, type RawAnswer, type RawExchange, type RawRun } from './redact/redact.ts';
export { BY_INTERFACE } from './redact/values.ts';
export { JOINTS } from './redact/error-texts.ts';
export { areLongApart, areNear, DAY, isLongOver, isZero, PRESENT, secondsIn, secondsOf } from './redact/times.ts';
export { createRecording, RECORDED, type Passed, type Recording } from './recording/recording.ts';
export { readTranscript, TranscriptError, writeTranscript } from './transcript/file.ts';
export {
  callerInWords,
  type Alterations,
  type Caller,
  type Exchange,
  type ReceivedAnswer,
  type SentRequest,
  type Span,
  type Stop,
  type Transcript,
} from './transcript/transcript.ts';
