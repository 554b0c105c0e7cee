/** What the document says of each operation, read from the bundle: what an editor has to show. */
import bundle from '@wallet-operations/openapi/openapi.json' with { type: 'json' };

interface Referring {
  readonly $ref: string;
}

/** A row of the error catalogue. */
export interface Row {
  readonly summary: string;
  readonly description: string;
  readonly 'x-error': {
    readonly reason: string;
    readonly status: number;
    readonly code?: number;
    readonly stage?: string;
  };
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: { readonly content: { 'application/json': { readonly schema: Referring } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** One operation. */
export interface Told {
  readonly operationId: string;
  readonly hasWallet: boolean;
  readonly summary: string;
  /** The name of the schema of its result. */
  readonly result: string;
  /** The name of the schema of its body, if it has one. */
  readonly body: string | undefined;
  /** The rows that it lists, and those of credentials, which any call may meet, by reason. */
  readonly rows: ReadonlyMap<string, Row>;
}

const lastOf = ({ $ref }: Referring): string => $ref.split('/').at(-1) ?? '';
const components = bundle.components as unknown as Readonly<Record<'responses' | 'examples', Record<string, unknown>>>;

function rowsOf(response: unknown): Row[] {
  const found = (response as Partial<Referring>).$ref ? components.responses[lastOf(response as Referring)] : response;
  const { examples } = (found as { content: { 'application/json': { examples: Record<string, Referring> } } }).content[
    'application/json'
  ];
  return Object.values(examples).map((example) => components.examples[lastOf(example)] as Row);
}

const ofCredentials = (Object.values(components.examples) as Partial<Row>[]).filter(
  (row): row is Row => row['x-error']?.stage === 'authentication',
);

/** Every operation. */
export const told: readonly Told[] = Object.entries(bundle.paths).flatMap(([path, item]) =>
  (['get', 'post'] as const).flatMap((method): Told[] => {
    const operation = (item as Partial<Record<string, Described>>)[method];
    if (!operation) return [];
    const { operationId, summary, requestBody, responses } = operation;
    const { content } = responses['200'] as { content: { 'application/json': { schema: Referring } } };
    const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    const rows = [...refusals.flatMap(([, response]) => rowsOf(response)), ...ofCredentials];
    return [
      {
        operationId,
        hasWallet: path.includes('{WALLET_ID}'),
        summary,
        result: lastOf(content['application/json'].schema),
        body: requestBody && lastOf(requestBody.content['application/json'].schema),
        rows: new Map(rows.map((row) => [row['x-error'].reason, row])),
      },
    ];
  }),
);

interface Schema {
  readonly properties?: object;
  readonly allOf?: readonly (Schema | Referring)[];
}
const named = bundle.components.schemas as Readonly<Record<string, Schema>>;
const fieldsOf = (schema: Schema | Referring): string[] =>
  '$ref' in schema
    ? fieldsOf(named[lastOf(schema)] ?? {})
    : [...Object.keys(schema.properties ?? {}), ...(schema.allOf ?? []).flatMap(fieldsOf)];

/** The fields of every schema that has some, by its name. */
export const schemas: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(named)
    .map(([name, schema]) => [name, fieldsOf(schema)] as const)
    .filter(([, fields]) => fields.length > 0),
);
