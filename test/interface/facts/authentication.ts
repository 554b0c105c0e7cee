// The interface's section "Authentication": the parts that every request carries, and whose API code it is.

/** Where each part stands. The names on the left are the document's own. */
export const schemes = {
  ApiCode: 'header X-API-CODE',
  Checksum: 'header X-CHECKSUM',
  Timestamp: 'query t',
  ReadOnlyApiCode: 'header X-API-CODE',
} as const;

/** The parts that a request carries, all of them together. */
export const parts = {
  wallet: ['ApiCode', 'Checksum', 'Timestamp'],
  'read-only': ['ReadOnlyApiCode', 'Checksum', 'Timestamp'],
} as const;

/**
 * What every path is relative to: the interface's {base_url}, behind the scheme that a URL needs. The mock comes first, for tools
 * that take the first server as it is. Who takes the other as it is sends an API code to nobody, and to nobody in the clear.
 */
export const servers = [
  'http://127.0.0.1:4010',
  '{protocol}://{base_url}, which is https://wallet.example with protocol https or http',
] as const;
