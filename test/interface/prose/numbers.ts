// Finds the numbers in the document's prose that no machine-readable fact beside it bears out.
import { everyNode, isNode, locate, operationsOf, type Node } from '../document.ts';
import { elsewhere, inGuides, inGuidesInWords, inWords, plain } from './repeated.ts';

/** What a schema, a parameter, an operation or an error row states as a number. */
const KEYWORDS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'default',
  'enum',
  'const',
  'atMost',
  'number',
  'status',
  'code',
  'text',
  'message',
];

/** What a reader reads. A mark of what is not shown states an assumption, for which nothing machine-readable has to stand. */
const TEXTS = ['summary', 'description', 'when'];

/** A number as a word of its own: not within a name, a power, a version or a time. */
const NUMBER = /(?<![\w.^#-])-?\d+(?:\.\d+)?(?![\w^]|\.\d)/g;

/** Numbers that are told of in the text at a place, and stated nowhere at that place. */
export function unborneNumbers(document: Node): string[] {
  const rows = refusedKeywords(document);
  const findings = new Set<string>();
  const look = (value: unknown, place: string): void => {
    if (Array.isArray(value)) for (const element of value) look(element, place);
    if (!isNode(value)) return;
    const stated = new Set([
      ...numbersIn(value),
      ...(rows.get(String(isNode(value['x-error']) && value['x-error'].reason)) ?? []),
    ]);
    for (const text of TEXTS.map((name) => value[name]).filter((one) => typeof one === 'string'))
      for (const number of text.replace(plain, '').match(NUMBER) ?? []) {
        const isElsewhere = elsewhere.some(([where, from]) => where.test(place) && isStatedAt(document, from, number));
        const isInWords = inWords.some(([where, one]) => where.test(place) && one === number);
        if (!stated.has(number) && !isElsewhere && !isInWords)
          findings.add(`${place}: "${number}" stands in its text, and is no fact of it`);
      }
    for (const [name, child] of Object.entries(value))
      if (!['value', 'example', 'tags'].includes(name)) look(child, `${place} ${name}`.trim());
  };
  for (const [name, { node, parameters }] of operationsOf(document)) look({ ...node, parameters }, name);
  look(document.webhooks, 'webhooks');
  look((document.components as Node).securitySchemes, 'securitySchemes');
  return [...findings];
}

/** Findings on the guides: sentences with a fact's number that do not stand there, and numbers that no such sentence has. */
export function guideFindings(document: Node): string[] {
  const guides = (document.tags as readonly Node[]).filter((tag) => tag['x-traitTag'] === true);
  const missing: string[] = [];
  const unheld = guides.flatMap((guide) => {
    const name = String(guide.name);
    const whole = String(guide.description)
      .replace(/```[^]*?```/g, '')
      .replace(/\s+/g, ' ');
    const held = (inGuides[name] ?? []).map(([sentence, place, keyword]) => {
      const told = sentence.replace('#', String(valueAt(document, place, keyword)));
      if (!whole.includes(told)) missing.push(`${name}: does not say "${told}", which ${place} has as ${keyword}`);
      return told;
    });
    const text = [...held, ...inGuidesInWords]
      .reduce((rest, one) => rest.replaceAll(one, ' '), whole)
      .replace(plain, ' ');
    return (text.match(NUMBER) ?? []).map((number) => `${name}: "${number}" is held to no fact`);
  });
  return [...missing, ...unheld];
}

function isStatedAt(document: Node, place: string, number: string): boolean {
  return numbersIn(locate(document, place)).has(number);
}

function valueAt(document: Node, place: string, keyword: string): unknown {
  const node = locate(document, place) as Node;
  return keyword.split('.').reduce<unknown>((value, name) => (value as Node | undefined)?.[name], {
    ...(isNode(node.schema) ? node.schema : {}),
    ...node,
  });
}

/** All numbers that are stated at a node or under it. */
function numbersIn(node: unknown): Set<string> {
  const values = everyNode(node).flatMap((one) => [
    ...KEYWORDS.map((keyword) => one[keyword]).flat(),
    ...Object.keys(isNode(one.responses) ? one.responses : {}),
  ]);
  return new Set(
    values.flatMap((value) => (['string', 'number'].includes(typeof value) ? (String(value).match(NUMBER) ?? []) : [])),
  );
}

/** By row, the values of the keywords that it refuses. */
function refusedKeywords(document: Node): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const node of everyNode(document.paths))
    if (isNode(node['x-refused-as']))
      for (const [keyword, row] of Object.entries(node['x-refused-as']))
        if (typeof row === 'string')
          rows.set(row, new Set([...(rows.get(row) ?? []), ...numbersOf(node)]).add(String(node[keyword])));
  return rows;
}

/** A row for a value out of range tells of both ends. */
const numbersOf = (node: Node): string[] => [node.minimum, node.maximum].filter((one) => one !== undefined).map(String);
