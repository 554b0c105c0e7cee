/** Words that the document itself has: they tell nothing of anybody, wherever they stand. */
import { isNode, type OpenApiDocument, type Operation } from '@wallet-operations/validator';
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';

/** What an answer may have and no secret is. */
export interface Vocabulary {
  /** Whether a name of a field is made of words that programmers use for fields. */
  readonly isName: (name: string) => boolean;
  /** Whether a word stands in a documented error, or is one that errors are told with elsewhere, in any case. */
  readonly isErrorWord: (word: string) => boolean;
  /** Whether a number is that of a documented error. */
  readonly isErrorCode: (number: number) => boolean;
  /** Whether a point says what numbers are called: those of states, kinds and currencies. */
  readonly givesNames: (point: string) => boolean;
  /** Whether a text is an abbreviation of a currency or of a legal tender, as the document or {@link TENDERS} has it. */
  readonly isCurrency: (text: string) => boolean;
}

/** What fields are called elsewhere. */
const COMMON = `a all amount amounts balance balances body cause code coin coins content convert count count currency currencies data date
  desc description detail details entries error errors err exp extra fee field from hint history id info items kind length limit list
  memo meta more msg message name names next note notes number offset page pages payload paging price prices quote quotes rates reason
  record records remark request result results rows size state states status success sum text time times timestamp to total totals
  trace type types unit updated value values version wallet wallets`;

/** What errors are told with elsewhere: with another word in its place, nobody could see how a refusal is not the document's. */
const REFUSING = `a access account active address again already an and api are at bad be body by call calls can cannot cause check checksum
  client code connection contact content could denied disabled does empty endpoint err error exceeded exceeds exist exists expired fail
  failed failure for forbidden found from gateway has hash have header headers illegal in inactive incorrect insufficient internal invalid
  ip is it json key large later less limit limited locked long maintenance malformed match matched matches method minute mismatch
  mismatched missing must no nonce not null object of on only operation or outside page parameter params parse permission permissions
  please rate read refused reject rejected replay replayed request requests required resource retry route same second seconds secret
  server service short should sign signature signed small status suspended syntax support supported temporarily the this throttled time
  timeout timestamp to token too try type unable unauthorised unauthorized unavailable unexpected unknown unmatched unsupported used valid
  validate validation value verification verify wallet was window with wrong your`;

/** In which prices are asked for. */
export const TENDERS = ['USD', 'EUR'] as const;

/** Reads them from the document. */
export function vocabularyOf(document: OpenApiDocument, operations: readonly Operation[]): Vocabulary {
  const names = new Set(COMMON.split(/\s+/));
  for (const name of propertyNames(document)) for (const word of wordsOf(name)) names.add(word);
  for (const text of proseOf(document))
    for (const word of text.match(/\b[a-z]+\b/gi) ?? []) names.add(word.toLowerCase());
  const texts = operations.flatMap(({ examples }) =>
    examples.flatMap(({ row }) => [row?.text, row?.message].filter((text) => typeof text === 'string')),
  );
  const errorWords = new Set(texts.flatMap((text) => text.replace(/\{\w+\}/g, ' ').match(/[A-Za-z]+/g) ?? []));
  for (const word of [...errorWords, ...REFUSING.split(/\s+/)]) errorWords.add(word.toLowerCase());
  const codes = new Set(operations.flatMap(({ examples }) => examples.map(({ row }) => row?.code)));
  const points = pointsOf(document as PointedDocument);
  const { 'currency-numbers': point } = points;
  const currencies = new Set<string>([...Object.keys(isNode(point?.value) ? point.value : {}), ...TENDERS]);
  return {
    isName: (name) =>
      /^[a-zA-Z_]{1,40}$/.test(name) && wordsOf(name).every((word) => names.has(word) || names.has(`${word}s`)),
    isErrorWord: (word) => errorWords.has(word.toLowerCase()),
    isErrorCode: (number) => codes.has(number),
    givesNames(id) {
      const names = Object.values(isNode(points[id]?.value) ? points[id].value : {});
      return names.length > 0 && names.every((number) => typeof number === 'number');
    },
    isCurrency: (text) => currencies.has(text.toUpperCase()),
  };
}

/** `errorMessage`, `error_message` and `ErrorMessage` are the same two words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');

/** What the document says in words. */
function proseOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = isNode(node) ? PROSE.flatMap((name) => (typeof node[name] === 'string' ? [node[name]] : [])) : [];
  return [...own, ...Object.values(node).flatMap(proseOf)];
}

const PROSE = ['title', 'summary', 'description', 'what', 'assumed'];

function propertyNames(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = isNode(node) && isNode(node.properties) ? Object.keys(node.properties) : [];
  return [...own, ...Object.values(node).flatMap(propertyNames)];
}
