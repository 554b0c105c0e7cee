/** Leaves nothing of a customer in what is found: the names that the document has stay, and all else that was sent becomes a mark. */
import { isNode, placeOf, type OpenApiDocument, type Operation, type Violation } from '@wallet-operations/validator';

/** Stands for any item of a list, and for any key of a map. */
const ITEM = '[]';
const KEY = '{}';

/**
 * What a programmer calls a field. Of an answer, a name that nobody declared is the finding itself, and the service's own; of a request
 * none is told, for an account of EOS has a name that looks the same.
 */
const NAME = /^(?=.{1,32}$)[a-z]+(?:[A-Z][a-z]+|_[a-z]+)*$/;
const named = (key: string): string => (NAME.test(key) ? key : KEY);

/** Content types that come in the place of JSON; others, and parameters, may hold anything. */
const MEDIA_TYPES = [
  ...['text/html', 'text/plain', 'text/xml', 'application/xml', 'application/problem+json', 'application/octet-stream'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data'],
];

/** Words that may quote what was sent, by the code of the violation. */
const WORDS: Readonly<Record<string, (message: string, codes: ReadonlySet<string>) => string>> = {
  json: (message) => (message.startsWith('Unexpected end') ? message : 'is not JSON'),
  key: () => 'has a key twice',
  more: () => 'has more violations than were counted',
  row: (message, codes) =>
    message.replace(/error_code (-?\d\S*)/, (said, code: string) => (codes.has(code) ? said : 'another error_code')),
  uniqueItems: () => 'must not have an item twice',
  'content-type': (message) => {
    const [type = ''] = message
      .replace(/^.*?, not /s, '')
      .toLowerCase()
      .split(';');
    const isMissing = type === 'missing' || type === 'without a content type';
    return `must be application/json, not ${isMissing ? 'missing' : MEDIA_TYPES.includes(type.trim()) ? type.trim() : 'another type'}`;
  },
};

/** The numbers that the document has for errors; any other may be a value that stands in their place. */
export const codesOf = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(
    operations.flatMap(({ examples }) =>
      examples.flatMap(({ row }) => (typeof row?.code === 'number' ? String(row.code) : [])),
    ),
  );

/** What a violation is held against. */
interface Known {
  readonly in: 'request' | 'response';
  /** That of the body. */
  readonly schema: unknown;
  readonly codes: ReadonlySet<string>;
}

/** A violation without values, keys of maps and places in lists. */
export function masked(
  document: OpenApiDocument,
  operation: Operation | undefined,
  { in: from, schema, codes }: Known,
  { path: [place = '', ...way], code, message }: Violation,
): Violation {
  const unknown = from === 'request' ? () => KEY : named;
  const declared = [...(operation?.parameters ?? []), ...(operation?.schemes ?? [])].map(({ name }) => String(name));
  const [first, ...rest] = way;
  const shown =
    place === 'body'
      ? descend(document, schema, way, unknown)
      : first === undefined
        ? []
        : [declared.includes(first) ? first : KEY, ...rest.map(() => ITEM)];
  return { path: [place, ...shown], code, message: WORDS[code]?.(message, codes) ?? message };
}

function descend(
  document: OpenApiDocument,
  schema: unknown,
  way: readonly string[],
  unknown: (key: string) => string,
): string[] {
  let at: readonly unknown[] = [schema];
  return way.map((key) => {
    const nodes = placeOf(document, ...at);
    const fields = nodes.flatMap(({ properties }) =>
      isNode(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [],
    );
    const items = nodes.flatMap((node) => [node.items, node.prefixItems].flat().filter(isNode));
    const maps = nodes.flatMap((node) => [
      ...[node.additionalProperties, node.unevaluatedProperties].filter((each) => each === true || isNode(each)),
      ...(isNode(node.patternProperties) ? Object.values(node.patternProperties) : []),
    ]);
    const isItem = /^\d+$/.test(key) && maps.length === 0;
    at = fields.length > 0 ? fields : isItem ? items : maps;
    return fields.length > 0 ? key : isItem ? ITEM : maps.length > 0 ? KEY : unknown(key);
  });
}

/** Makes the function that masks the path of a request: what the document has as it is, and parameters by their names. */
export function createPathMask(operations: readonly Operation[], product: string): (path: string) => string {
  const templates = operations.map(({ path }) => path.replace('/svc/', `/${product}/`).split('/'));
  const fixed = new Set(templates.flat().filter((segment) => !segment.startsWith('{')));

  return (path) => {
    let fitting = templates;
    const segments = path.split('/', MAX_SEGMENTS).map((segment, i) => {
      const parameters = fitting.filter((template) => template[i]?.startsWith('{'));
      const same = fitting.filter((template) => template[i] === segment);
      fitting = [...same, ...parameters];
      if (same.length > 0) return segment;
      if (parameters.length > 0) return parameters[0]?.[i] ?? KEY;
      return fixed.has(segment) ? segment : KEY;
    });
    return segments.join('/');
  };
}

/** No path of an interface has as many. */
const MAX_SEGMENTS = 20;
