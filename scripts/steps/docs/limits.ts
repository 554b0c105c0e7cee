// The table of limits, read from the schemas: every bound of what a request may say, with what answers whoever goes beyond it.
import { isNode } from '@wallet-operations/validator';
import { endpointsOf, resolve, type Bundle, type Endpoint, type Referable } from '../../lib/bundle.ts';
import { whole, type FullSchema } from './schemas.ts';

/** One limit of one field. */
interface Limit {
  readonly field: string;
  readonly bound: string;
  /** The row beyond it; undefined where the interface names none. */
  readonly row: string | undefined;
}

/** The table, a row for each field and limit, with the operations that have it. */
export function limitsTable(bundle: Bundle): string {
  const limits = endpointsOf(bundle).flatMap((endpoint) =>
    limitsOf(bundle, endpoint).map((limit) => ({ ...limit, operationId: endpoint.operation.operationId })),
  );
  const groups = Map.groupBy(limits, ({ field, bound, row }) => [field, bound, row].join('|'));
  const lines = Array.from(groups.values(), ([first, ...others]) => {
    const { field, bound, row } = first as Limit;
    const operations = [first, ...others].map((one) => `\`${one?.operationId ?? ''}\``).join(', ');
    return `| \`${field}\` | ${bound} | ${row ?? ''} | ${operations} |`;
  });
  return ['| Field | Limit | Beyond it | Of |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function limitsOf(bundle: Bundle, { operation, parameters }: Endpoint): Limit[] {
  const { requestBody, 'x-batch': batch } = operation;
  const schema = requestBody && resolve(bundle, requestBody).content?.['application/json']?.schema;
  const found = [
    ...parameters.flatMap(({ name, schema }) => boundsOf(bundle, name, schema)),
    ...(schema ? fieldsOf(bundle, schema) : []),
  ];
  if (!batch || found.some(({ field }) => field === batch.asks)) return found;
  const bound = `at most ${String(batch.atMost)} entries`; // no schema refuses more
  return [...found, { field: batch.asks, bound, row: 'no error: the rest is dropped' }];
}

function fieldsOf(bundle: Bundle, node: Referable<FullSchema>): Limit[] {
  const { properties = {}, items, oneOf = [] } = whole(bundle, node);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...boundsOf(bundle, name, field),
      ...fieldsOf(bundle, field),
    ]),
    ...(items ? fieldsOf(bundle, items) : []),
    ...oneOf.flatMap((one) => fieldsOf(bundle, one)),
  ];
}

function boundsOf(bundle: Bundle, field: string, node: Referable<FullSchema>): Limit[] {
  const schema = whole(bundle, node);
  const { minimum, maximum, maxLength, minItems, maxItems, default: preset, 'x-refused-as': refusedAs } = schema;
  const refusal = (keyword: string): string => {
    const row = isNode(refusedAs) ? refusedAs[keyword] : undefined;
    return typeof row === 'string' ? `\`${row}\`` : 'an error that is not shown';
  };
  const limit = (bound: string, keyword: string): Limit => ({ field, bound, row: refusal(keyword) });
  return [
    ...(minimum !== undefined && maximum !== undefined
      ? [limit(`${String(minimum)} to ${String(maximum)}`, 'maximum')]
      : maximum === undefined
        ? []
        : [
            limit(
              `at most ${String(maximum)}${preset === undefined ? '' : `; ${JSON.stringify(preset)} if left out`}`,
              'maximum',
            ),
          ]),
    ...(maxLength === undefined ? [] : [limit(`at most ${String(maxLength)} characters`, 'maxLength')]),
    ...(minItems === undefined ? [] : [limit(`at least ${String(minItems)} entry`, 'minItems')]),
    ...(maxItems === undefined ? [] : [limit(`at most ${String(maxItems)} entries`, 'maxItems')]),
    ...Object.entries(schema['x-memo-rules'] ?? {}).map(([currency, rule]) => ({
      field,
      bound: `${currency}: at most ${String(rule.maxLength)} characters`,
      row: `\`${rule.tooLong}\``,
    })),
  ];
}
