// What the document declares of answers, errors and callbacks, held against bodies that the interface allows and bodies that it does not.
import { jsonOf, operationsOf, webhookOf, child, type Node } from '../../interface/document.ts';
import { errorBody, messageField, webhooks } from '../../interface/facts/index.ts';
import type { Shape } from '../../interface/facts/notation.ts';
import type { Contract } from '../contract.ts';
import { expected, type Json } from '../expected.ts';
import { endpointOf } from '../inputs.ts';
import { brokenCell, cellsOf } from '../places.ts';
import { namedRowsOf } from '../rows.ts';
import { errorsOf, wordsOf } from '../validate.ts';
import { variants, type Variant } from '../variants.ts';

/** Findings on the answers that an operation declares. */
export function* bodyFindings(contract: Contract, operationId: string): Generator<string> {
  const responses = child(operationsOf(contract.document).get(operationId)?.node ?? {}, 'responses');
  const { answers = {} } = expected[operationId] ?? {};
  yield* judged(
    contract,
    `${operationId} reply`,
    endpointOf(operationId).reply,
    responses['200'],
    Object.values(answers),
  );
  const rows = namedRowsOf(operationId);
  for (const status of new Set(rows.map(({ row }) => row[0]))) {
    const given = rows.filter(({ row }) => row[0] === status).map(({ body }) => body);
    // A response of one status may hold any error body: a row of another status shows the fields that its own rows lack.
    const whole = { error_code: 827, error: 'text', message: 'more', blacklist: { 'an address': ['a cause'] } };
    yield* judged(
      contract,
      `${operationId} ${String(status)}`,
      { ...errorBody, ...messageField },
      responses[String(status)],
      [...given, whole],
    );
  }
}

/** Findings on the body that a callback declares. */
export function* callbackBodyFindings(contract: Contract, name: string): Generator<string> {
  const { requestBody } = webhookOf(contract.document, name);
  yield* judged(
    contract,
    `${name} body`,
    webhooks[name] ?? {},
    requestBody,
    Object.values(expected[name]?.requests ?? {}),
  );
}

function* judged(
  { seen }: Contract,
  place: string,
  shape: Shape,
  holder: unknown,
  bodies: readonly Json[],
): Generator<string> {
  const { schema } = jsonOf(holder) as { schema?: Node };
  if (schema === undefined) {
    yield `${place}: declares no JSON body`;
    return;
  }
  const done = new Set<string>();
  for (const body of bodies) {
    const whole: Variant = { place, says: 'is an example', body, fits: true };
    for (const variant of [whole, ...variants(place, shape, body, 'answer')]) {
      const what = `${variant.place} ${variant.says}`;
      if (variant !== whole && done.has(what)) continue;
      done.add(what);
      const errors = errorsOf(schema, variant.body);
      const cells = errors.map(({ instancePath, keyword, params }) => {
        const { missingProperty } = params as { missingProperty?: string };
        const way = instancePath
          .split('/')
          .slice(1)
          .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
        return brokenCell(place, schema, way, keyword, missingProperty);
      });
      const named = variant.place + (variant.keyword ? ` · ${variant.keyword}` : '');
      if (variant.fits && errors.length > 0)
        yield `${variant.place}: ${variant.says}, which fits, and the document refuses it: ${wordsOf(errors)}`;
      else if (!variant.fits && errors.length === 0)
        yield `${variant.place}: ${variant.says}, which does not fit, and the document allows it`;
      else if (!variant.fits && !cells.includes(named))
        yield `${variant.place}: ${variant.says}, which ${variant.keyword ?? 'nothing'} shall refuse, and is refused since ${wordsOf(errors)}`;
      else if (variant.fits) for (const cell of cellsOf(place, schema, variant.body)) seen(cell, 'valid');
      else for (const cell of cells) seen(cell, 'invalid');
    }
  }
}
