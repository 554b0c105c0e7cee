// Finds extensions that nobody knows, on things that they say nothing of, or with what they cannot say: a misspelt one says nothing at all.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { pointerKeys, type Bundle } from '../lib/bundle.ts';
import { isExtension, placesOf, type Node, type Place } from '../lib/places.ts';
import { guide, type Finding } from '../lib/problems.ts';
import { sourceLocation } from '../lib/source-location.ts';
import { readExtensions, type Extension } from './extension-files.ts';
import { NAMES, type Asked } from './extension-names.ts';

/** Everything in which extensions of the document are not as openapi/extensions/ has them. */
export function extensionFindings(bundle: Bundle): Finding[] {
  const document = bundle as unknown as Node;
  const known = readExtensions();
  return Array.from(placesOf(document)).flatMap((place) =>
    Object.keys(place.node)
      .filter(isExtension)
      .flatMap((name) => findingsOf(name, { document, place, value: place.node[name] }, known)),
  );
}

function findingsOf(name: string, asked: Asked, known: ReadonlyMap<string, Extension>): Finding[] {
  const { place } = asked;
  const extension = known.get(name);
  const found = (rule: string, keys: readonly string[], message: string): Finding => ({
    where: sourceLocation([...place.pointer, name, ...keys]),
    rule,
    message: `${message} ${extension ? `See ${extension.file}` : guide('extensions')}`,
  });
  if (!extension) {
    const all = [...known.keys()].join(', ');
    return [
      found(
        'extension-known',
        [],
        `There is no extension ${name}. Write one of ${all}, or describe it in openapi/extensions/${name}.yaml.`,
      ),
    ];
  }
  const validate = extension.on.get(place.kind) ?? extension.on.get('*');
  if (!validate) return [found('extension-place', [], misplaced(name, place, extension))];
  if (validate.call(asked, asked.value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'propertyNames' && keyword !== 'if') // the finding within says it
    .map((error) => found('extension-value', pointerKeys(error.instancePath), told(name, error, asked)));
}

function misplaced(name: string, { kind }: Place, { on }: Extension): string {
  return `${name} says nothing on this ${kind}, but on ${[...on.keys()].join(' and ')}. Move it there, or delete it.`;
}

/** What a broken rule of a schema means, in words. What is not here Ajv says well enough. */
const TOLD: Readonly<Record<string, (error: ErrorObject, asked: Asked) => string>> = {
  required: ({ params }) => `It lacks ${String(params['missingProperty'])}. Add that.`,
  additionalProperties: ({ params, parentSchema }) =>
    `It has no ${String(params['additionalProperty'])}. Write one of ${Object.keys((parentSchema?.['properties'] ?? {}) as object).join(', ')}.`,
  enum: ({ data, schema }) =>
    `${JSON.stringify(data)} is not possible. Write one of ${(schema as string[]).join(', ')}.`,
  asManyAs: ({ data, schema: key }, { place }) => {
    const other = place.node[String(key)];
    if (!Array.isArray(other)) return `There is no ${String(key)} beside it. Write that, or delete this.`;
    const length = String((data as unknown[]).length);
    return `It has ${length} entries, and the ${String(key)} beside it ${String(other.length)}. Write one for each, in its order.`;
  },
  names: ({ data, schema }, asked) => {
    const all = NAMES[schema as keyof typeof NAMES](asked) ?? [];
    const wanted = all.length > 0 ? `Write one of ${all.join(', ')}.` : 'There is none here.';
    return `${JSON.stringify(data)} is no ${String(schema)}. ${wanted}`;
  },
};

function told(name: string, error: ErrorObject, asked: Asked): string {
  const at = pointerKeys(error.instancePath).join(' ');
  const sentence =
    TOLD[error.keyword]?.(error, asked) ?? `It ${error.message ?? 'is not possible'}: ${JSON.stringify(error.data)}.`;
  return `${[name, at].filter(Boolean).join(' ')}: ${sentence}`;
}
