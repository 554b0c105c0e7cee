// Changes of the code that no test can or need notice, each with its reason. One that is noticed after all fails the run.
import type { Reasoned } from './judge.ts';

export const survivors: readonly Reasoned[] = [
  {
    file: 'withdrawals/named.ts',
    changes: [
      '[] → ["Stryker was here"] in if (!(error instanceof ServiceError)) return [];',
      '[] → ["Stryker was here"] in if (new Set(addresses.map(spellingOf)).size > 1) return [];',
      '[] → ["Stryker was here"] in return isSaid ? [] : batch.filter(({ order_id }) => order_id === ORDER_ID);',
    ],
    because: 'the orders of the batch are looked up in what is named: no order is this text',
  },
  {
    file: 'withdrawals/named.ts',
    changes: [
      "'' → \"Stryker was here!\" in const texts: unknown[] = Object.values({ ...order, order_id: '', amount: '' }); (1)",
      "'' → \"Stryker was here!\" in const texts: unknown[] = Object.values({ ...order, order_id: '', amount: '' }); (2)",
    ],
    because: 'no order has an ID that is one of these words',
  },
  {
    file: 'withdrawals/decimals.ts',
    changes: ['[] → ["Stryker was here"]'],
    because: 'the first element, the whole match, is not read',
  },
  {
    file: 'withdrawals/decimals.ts',
    changes: ["'0' → \"\" in const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];"],
    because: 'the number of an empty text is 0',
  },
  {
    file: 'withdrawals/decimals.ts',
    changes: ["'0' → \"\" in if (first === last) return '0';"],
    because: 'it is only compared, and no other number has this text either',
  },
  {
    file: 'withdrawals/likeness.ts',
    changes: ["'' → \"Stryker was here!\" in typeof (memo ?? '') === 'string';"],
    because: 'whatever stands in the place of no memo is a text',
  },
  {
    file: 'withdrawals/likeness.ts',
    changes: ['a.length < b.length → a.length <= b.length'],
    because: 'of two texts of one length, that are not the same, neither begins with the other',
  },
  {
    file: 'withdrawals/case.ts',
    changes: ["'possible' → \"\" in if (it.earlier === 'shown') it.earlier = 'possible';"],
    because: 'only none and shown are looked for afterwards',
  },
  {
    file: 'withdrawals/likeness.ts',
    changes: [
      "'same' → \"\" in if (a === b) return 'same'; (1)",
      "'same' → \"\" in if (a === b) return 'same'; (2)",
      "'same' → \"\" in if (a === b) return 'same'; (3)",
      "'same' → \"\" in return TAGGED.test(address) ? 'same' : 'unclear';",
    ],
    because: 'what is neither other nor unclear is the same: the word itself is not looked for',
  },
  {
    file: 'withdrawals/likeness.ts',
    changes: [
      "memo .normalize('NFKC') .trim() .replace(/\\s+/g, ' ') .toLowerCase() → memo.normalize('NFKC').trim().replace(/\\s+/g, ' ').toUpperCase()",
    ],
    because:
      'the cases differ in what they make of a few letters such as ß, and either is a guess at what a service does',
  },
  {
    file: 'withdrawals/look-up.ts',
    changes: ['it.doubt?.reason → it.doubt.reason'],
    because: 'what may have been sent is in doubt whenever it is looked up; only the compiler does not know that',
  },
  {
    file: 'withdrawals/submit.ts',
    changes: ['left.slice(most) → left', 'all.slice(middle) → all'],
    because:
      'once it is the turn of the second part, each of the first is settled or answered, and so left out, or nothing is sent',
  },
  {
    file: 'withdrawals/submit.ts',
    changes: ['first?.error → first.error'],
    because:
      'the answers that count as none leave out the whole batch, which is never empty; only the compiler does not know that',
  },
  {
    file: 'withdrawals/submit.ts',
    changes: ['only → true'],
    because: 'a batch is never empty; only the compiler does not know that',
  },
  {
    file: 'withdrawals/submit.ts',
    changes: ['[] → ["Stryker was here"] in return []; (2)'],
    because: 'there is an obstacle by then, so that no batch is sent any more',
  },
  {
    file: 'canonical-address.ts',
    changes: ['/^0x/ → /0x/'],
    because: 'behind the first two of its characters hex has no x',
  },
  {
    file: 'canonical-address.ts',
    changes: ['/[^1]{38,}$/ → /[^1]{38,}/'],
    because: 'what stands before the 1 of bech32 is shorter',
  },
  {
    file: 'answers/catalogue.ts',
    changes: [
      "'' → \"Stryker was here!\" in export function refusalOf(operationId: string, status: number, body: unknown, sent = ''): Refusal | undefined {",
    ],
    because: 'no words of the service are a part of this text',
  },
  {
    file: 'sending/clock.ts',
    changes: ['\'\' → "Stryker was here!"'],
    because: 'neither text is a date',
  },
  {
    file: 'sending/fetch-once.ts',
    changes: [
      '((handler.onRequestStart && engine[SECOND]) ?? engine[FIRST])?.dispatch → ((handler.onRequestStart && engine[SECOND]) ?? engine[FIRST]).dispatch',
    ],
    because: 'who asks for a sender is undici, which has set one by then; only the compiler does not know that',
  },
  {
    file: 'sending/secrets.ts',
    changes: ['\'amp\' → ""'],
    because: 'the amp; that may stand there again and again is read before it',
  },
  {
    file: 'sending/secrets.ts',
    changes: [
      '[] → ["Stryker was here"] in for (const part of secret.match(/.{8,80}(?=.{8}|$)/gsu) ?? [])',
      '[] → ["Stryker was here"] in export const requestIdOf = (response: Response | undefined, secrets: Iterable<string> = []): string | undefined =>',
    ],
    because: 'no text has these words, that they could be hidden',
  },
  {
    file: 'sending/exchange.ts',
    changes: ['response.status === 200 → false'],
    because: 'of a success nothing is shown: it only spares a look through what may be long',
  },
  {
    file: 'answers/answer.ts',
    changes: ['shown === text → false'],
    because: 'the same text is only read twice then',
  },
  {
    file: 'sending/retry.ts',
    changes: ['!header → false'],
    because: 'what is no header is no number and no date either; only the compiler does not know that',
  },
  {
    file: 'sending/transport.ts',
    changes: ["reason === 'call_too_frequently' → true"],
    because: 'no other refusal has the value that is learnt, and without it nothing is',
  },
  {
    file: 'sending/transport.ts',
    changes: ['wait !== undefined → true'],
    because: 'undefined is not greater than any number; only the compiler does not know that',
  },
  {
    file: 'sending/transport.ts',
    changes: [
      'limits.ended?.(caller as Caller, isAnswered && (response?.status as number) < 500) → limits.ended(caller as Caller, isAnswered && response?.status as number < 500)',
    ],
    because: 'what a watcher throws is swallowed, also that there is none: the question mark is for the compiler',
  },
  {
    file: 'signing/sign.ts',
    changes: ['parts.length > 1 → true', 'parts.length > 1 → parts.length >= 1'],
    because: 'one part is in order: not to sort it saves time, and nothing else',
  },
  {
    file: 'signing/sign.ts',
    changes: ['i < a.length → i <= a.length'],
    because: 'behind the end of both there is nothing in either, and they are equal',
  },
  {
    file: 'signing/signer.ts',
    changes: ['now + apart → now - apart'],
    because:
      'the times are taken on both sides of the present alike, and of how far apart they are the sign is not looked at',
  },
  {
    file: 'numbers/amounts.ts',
    changes: ['[] → ["Stryker was here"]'],
    because: 'the first element, the whole match, is not read',
  },
  {
    file: 'numbers/amounts.ts',
    changes: [
      "'' → \"Stryker was here!\" in const text = (value: unknown): string => (typeof value === 'string' ? value : '');",
    ],
    because: 'no pattern accepts either text',
  },
  {
    file: 'numbers/bigints.ts',
    changes: ['i < value.length → i <= value.length'],
    because: 'behind the last element there is nothing to change, and nothing is written',
  },
  {
    file: 'packages/json/src/index.ts',
    changes: ["typeof value !== 'number' → false"],
    because: 'the source of what is no number is no integer: not to look at it saves time, and nothing else',
  },
  {
    file: 'callbacks/approval.ts',
    changes: ['onError?.(error) → onError(error)'],
    because: 'what it throws is swallowed, also that there is none: the question mark is for the compiler',
  },
  {
    file: 'callbacks/catch-up.ts',
    changes: ['\'latest\' → ""'],
    because: 'only the other word is looked for',
  },
  {
    file: 'callbacks/read.ts',
    changes: ['requireEngine(); → ;'],
    because:
      'whoever loads all of the callbacks loads it with the errors, too; in a bundle of the handler alone its test finds it',
  },
  {
    file: 'callbacks/verify.ts',
    changes: ["'' → \"Stryker was here!\" in const given = new TextEncoder().encode(headers.get(HEADER) ?? '');"],
    because: 'no checksum is this text',
  },
];
