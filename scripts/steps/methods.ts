// methods.d.ts, the operations as methods that an editor can explain: of a client, and of one wallet.
import { astToString } from 'openapi-typescript';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { endpointsOf } from '../lib/bundle.ts';
import { BANNER } from '../lib/module.ts';
import { commentOf, tidyComments } from '../lib/types/comments.ts';
import { declarationsOf, nameOf, referencesIn } from '../lib/types/document.ts';
import { signatureOf } from '../lib/types/inputs.ts';
import { methodComment } from '../lib/types/method-comment.ts';

const PREAMBLE = `
/** What a call gave, and how it came. */
export interface Answered<T> {
  /** What the method alone gives. */
  readonly data: T;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** \`X-Request-Id\` of the answer, which the service's operator can look up; undefined if it has none. */
  readonly requestId: string | undefined;
  /** Requests that were sent, the answered one included. */
  readonly attempts: number;
  /** From the call to its answer, with all attempts and waits. */
  readonly milliseconds: number;
}

/** The result of a call, as a promise. */
export interface CallPromise<T> extends Promise<T> {
  /** The same result with status, headers and request ID. It sends nothing by itself, and fails as the call fails. */
  withResponse(): Promise<Answered<T>>;
}

/** The input of an operation that takes nothing. */
export type NoInput = Readonly<Record<string, never>>;
`;

/** Writes the types of inputs, and the two interfaces. */
export async function methods(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const { named } = await declarationsOf(bundle);
  const all = endpointsOf(bundle).map((endpoint) => {
    const signature = signatureOf(bundle, endpoint, named);
    const { operationId } = endpoint.operation;
    return { operationId, signature, comment: commentOf(methodComment(bundle, endpoint, signature), '  ') };
  });
  const declarations = all.flatMap(({ signature }) => signature.declarations);
  const schemas = all.flatMap(({ signature }) => signature.schemas);
  const used = new Set([...schemas, ...declarations.flatMap(referencesIn)]);
  const inputs = all.map(({ signature }) => signature.input);
  const imported = named.map(({ name }) => name.text).filter((name) => used.has(name));
  const results = all.map(({ signature }) => signature.result);

  const operations = all.map(({ operationId, signature: { input, isOptional, result }, comment }) => comment + method(operationId, input, isOptional.input, result)); // prettier-ignore
  const ofWallet = all.map(({ operationId, signature: { ofWallet, isOptional, result }, comment }) => ofWallet === undefined ? '' : comment + method(operationId, ofWallet, isOptional.ofWallet, result)); // prettier-ignore
  const text = [
    `import type { ${imported.join(', ')} } from './types.js';\n`,
    `export type { ${Object.keys(bundle.components.schemas ?? {})
      .map((key) => nameOf(key, ''))
      .join(', ')} } from './types.js';\n`,
    PREAMBLE,
    tidyComments(astToString([...declarations])),
    `/** The input of each operation. */\nexport interface Inputs {\n${all.map(({ operationId }, i) => `  ${operationId}: ${String(inputs[i])};\n`).join('')}}\n`,
    `/** The result of each operation. */\nexport interface Results {\n${all.map(({ operationId }, i) => `  ${operationId}: ${String(results[i])};\n`).join('')}}\n`,
    `/** One method for each operation of the document, under its operationId. */\nexport interface Operations<Options = object> {\n${operations.join('')}}\n`,
    `/** The operations of one wallet: their inputs lack the WALLET_ID. */\nexport interface WalletOperations<Options = object> {\n${ofWallet.join('')}}\n`,
  ];
  await writeArtifact(build, 'methods.d.ts', BANNER + text.join('\n'));
}

function method(operationId: string, input: string, isOptional: boolean, result: string): string {
  return `  ${operationId}(input${isOptional ? '?' : ''}: ${input}, options?: Options): CallPromise<${result}>;\n`;
}
