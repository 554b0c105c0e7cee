/** A newer build has changed the tables already. */

/** Thrown by `openWithdrawals` where the tables are of a newer version: an older build must not write into them. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';

  /** The version that is there. */
  readonly version: number;
  /** The newest that this build knows. */
  readonly known: number;

  constructor(schema: string, version: number, known: number) {
    super(
      `The schema ${schema} is at version ${String(version)}, and this build knows ${String(known)}: run the newer build, or a schema of its own.`,
    );
    this.version = version;
    this.known = known;
  }
}
