// What a field of the interface's tables takes and refuses: values at every bound of its line and just beyond, and of every wrong type.
import { amounts, implied, values } from '../interface/facts/index.ts';
import { readField, type Keywords } from '../interface/facts/notation.ts';

/** One value, and whether the field takes it. */
export interface Sample {
  readonly value: unknown;
  readonly says: string;
  readonly fits: boolean;
  /** The keyword that refuses it. */
  readonly keyword?: string;
  /** Where it breaks two, the one whose row answers. */
  readonly answers?: string;
  /** A number that a double cannot tell from its neighbours: only a validator that is told of widths can refuse it. */
  readonly isWide?: boolean;
}

/** JSON values of every type but the one that is asked for. */
const others: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, null, ['x'], {}],
  integer: ['x', 1.5, true, null, [1], {}],
  boolean: ['x', 7, null, [true], {}],
  object: ['x', 7, true, null, []],
  array: ['x', 7, true, null, {}],
};

/** The ends of each width; what JSON numbers are too coarse to hold is left out. */
const widths: Readonly<Record<string, { readonly takes: readonly number[]; readonly refuses: readonly number[] }>> = {
  int32: { takes: [-(2 ** 31), 0, 2 ** 31 - 1], refuses: [-(2 ** 31) - 1, 2 ** 31] },
  uint32: { takes: [0, 2 ** 31, 2 ** 32 - 1], refuses: [-1, 2 ** 32] },
  int64: { takes: [-(2 ** 53) + 1, -1, 2 ** 53 - 1], refuses: [2 ** 63] },
  uint64: { takes: [0, 2 ** 63], refuses: [-1, 2 ** 64] },
};

const times: readonly Sample[] = [
  ...['2026-11-20T23:59:59Z', '2026-02-28T00:00:00.123Z'].map((value) => takes(value, value)),
  ...['yesterday', '1795166076', '2026-11-20', '2026-13-01T00:00:00Z'].map((value) => refuses(value, 'format', value)),
];

/** What the rules that the tables only imply take and refuse, by pattern. */
const patterns: Readonly<Record<string, readonly [takes: readonly string[], refuses: readonly string[]]>> = {
  '^[0-9]+$': [
    ['0', '18'],
    ['', 'x', '-1', '1x', 'x1', '1.5'],
  ],
  '^[0-9]*$': [
    ['', '0', '18'],
    ['x', '-1', '1x', 'x1', '1.5'],
  ],
  [String.raw`^[^/\\]*$`]: [
    ['A', 'PREFIX-1.2 x'],
    ['PREFIX/1', '/', 'PREFIX\\1', '\\1', '1\\'],
  ],
};

/** Values of every type but this one. */
export function wrongTypes(type: string): readonly Sample[] {
  return (others[type] ?? []).map((value) => refuses(value, 'type', JSON.stringify(value)));
}

/** Values for one line of the tables; those of an array are its elements' own, and `lengthsOf` has the array's. */
export function samplesOf(place: string, line: string): readonly Sample[] {
  const { type, value: stated } = readField(line);
  const keywords: Keywords = { ...stated, ...impliedAt(place) };
  const known = values[place] ?? amounts[type];
  return [
    ...wrongTypes(String(keywords.type)),
    ...(keywords.type === 'integer' ? integers(keywords) : []),
    ...(keywords.type === 'boolean' ? [true, false].map((value) => takes(value, String(value))) : []),
    ...(keywords.format === 'date-time' ? times : []),
    ...lengths(keywords),
    ...(known
      ? [
          ...known.accepts.map((value) => takes(value, said(value))),
          ...known.refuses
            .filter((one) => typeof one === 'string')
            .map((value) => refuses(value, tooLong(value, keywords) ? 'maxLength' : 'pattern', said(value))),
        ]
      : []),
    ...patternsOf(keywords),
  ];
}

/** Arrays at the bounds of their length, made of one element again and again. */
export function countsOf(keywords: Keywords, element: unknown): readonly Sample[] {
  const { minItems, maxItems } = keywords as { minItems?: number; maxItems?: number };
  const many = (count: number): unknown[] => Array.from({ length: count }, () => element);
  return [
    ...(minItems === undefined
      ? [takes([], 'no elements')]
      : [
          takes(many(minItems), `${String(minItems)} elements`),
          refuses(many(minItems - 1), 'minItems', `${String(minItems - 1)} elements`),
        ]),
    ...(maxItems === undefined
      ? []
      : [
          takes(many(maxItems), `${String(maxItems)} elements`),
          refuses(many(maxItems + 1), 'maxItems', `${String(maxItems + 1)} elements`),
        ]),
  ];
}

/** What the tables imply of a place without stating it. */
export function impliedAt(place: string): Keywords {
  return Object.fromEntries(
    implied.filter(([where]) => where.test(place)).map(([, keyword, value]) => [keyword, value]),
  );
}

function integers({ format, minimum, maximum, enum: listed }: Keywords): readonly Sample[] {
  if (Array.isArray(listed))
    return [
      ...listed.map((value) => takes(value, String(value))),
      refuses(Math.max(...(listed as number[])) + 1, 'enum', 'a value that is not listed'),
      refuses(2 ** 31, 'format', 'a value of 33 bits'),
    ];
  const { takes: within = [], refuses: beyond = [] } = widths[String(format)] ?? {};
  const [from, to] = [minimum, maximum] as [number | undefined, number | undefined];
  return [
    ...within
      .filter((value) => value >= (from ?? -Infinity) && value <= (to ?? Infinity))
      .map((value) => takes(value, String(value))),
    ...beyond.map((value) => {
      const bound = value < 0 ? 'minimum' : 'maximum';
      return {
        ...refuses(value, 'format', String(value)),
        ...((value < 0 ? from : to) !== undefined && { answers: bound }),
      };
    }),
    ...(from === undefined ? [] : [takes(from, String(from)), refuses(from - 1, 'minimum', String(from - 1))]),
    ...(to === undefined ? [] : [takes(to, String(to)), refuses(to + 1, 'maximum', String(to + 1))]),
  ];
}

function lengths({ type, format, pattern, minLength, maxLength }: Keywords): readonly Sample[] {
  if (type !== 'string') return [];
  const [from, to] = [minLength, maxLength] as [number | undefined, number | undefined];
  const free = format === undefined && pattern === undefined;
  return [
    ...(free ? [takes('any text: Ünïcode, \n, "', 'any text')] : []),
    ...(free && from === undefined ? [takes('', 'an empty text')] : []),
    ...(from === undefined
      ? []
      : [
          takes('x'.repeat(from), `${String(from)} characters`),
          refuses('x'.repeat(from - 1), 'minLength', `${String(from - 1)} characters`),
        ]),
    ...(to === undefined
      ? []
      : [
          takes('x'.repeat(to), `${String(to)} characters`),
          refuses('x'.repeat(to + 1), 'maxLength', `${String(to + 1)} characters`),
        ]),
  ];
}

function patternsOf({ pattern }: Keywords): readonly Sample[] {
  const [fitting = [], broken = []] = patterns[String(pattern)] ?? [];
  return [
    ...fitting.map((value) => takes(value, said(value))),
    ...broken.map((value) => refuses(value, 'pattern', said(value))),
  ];
}

function takes(value: unknown, says: string): Sample {
  return { value, says, fits: true };
}

function refuses(value: unknown, keyword: string, says: string): Sample {
  return { value, says, fits: false, keyword, isWide: keyword === 'format' && Math.abs(Number(value)) >= 2 ** 63 };
}

function tooLong(value: unknown, { maxLength }: Keywords): boolean {
  return String(value).length > Number(maxLength ?? Infinity);
}

function said(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${String(text.length - 2)} characters` : text;
}
