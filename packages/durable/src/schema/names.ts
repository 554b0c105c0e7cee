/** The names of all tables, in one schema, as statements write them. */

const TABLES = ['orders', 'history', 'wallets', 'lanes', 'outages', 'checksums', 'callbacks', 'migrations'] as const;

/** Each table with its schema, ready to be put into a statement. */
export type Names = Readonly<Record<(typeof TABLES)[number] | 'catchUps' | 'schema' | 'jobs', string>> & {
  /** The schema as it was given. */
  readonly bare: string;
};

/**
 * The names in a schema.
 *
 * @throws TypeError for a schema that is no plain name
 */
export function namesIn(schema: string): Names {
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw new TypeError(`The schema is ${schema}. Give lower-case letters, digits and underscores, at most 50.`);
  const tables = TABLES.map((table) => [table, `"${schema}"."${table}"`] as const);
  return {
    bare: schema,
    schema: `"${schema}"`,
    jobs: `"${schema}"."job"`, // pg-boss's
    catchUps: `"${schema}"."catch_ups"`,
    ...(Object.fromEntries(tables) as Record<(typeof TABLES)[number], string>),
  };
}
