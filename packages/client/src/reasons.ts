/** The reasons with which each operation can be refused: one constant for each, with condition and remedy in the editor. */
export * from '@wallet-operations/openapi/reasons';
