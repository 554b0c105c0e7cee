/** What kept a connection from coming about, as the engine names it, and what can be done where it is the certificate. */

/** What can be done, by the beginnings of the engine's words. */
const ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
  [
    /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    'No authority that Node.js knows has signed its certificate. If it is the service’s, put the certificate of the authority into a file, and its path into NODE_EXTRA_CA_CERTS.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID|^HOSTNAME_MISMATCH/,
    'Its certificate is for another name. Give the base address that it is for, and look at what the name leads to.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    'Its certificate is not valid at this time. Look at the clock of this machine, and at the certificate.',
  ],
  [/^(CERT|CRL|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO)/, 'TLS did not come about. Look at the base address.'],
];

/** What to do about it; undefined for what is not of TLS. */
export const adviceOn = (code: string): string | undefined => ADVICE.find(([codes]) => codes.test(code))?.[1];

/** The engine's word for what went wrong; undefined for an error that has none. Whatever else it says may quote the address. */
export function engineWord(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const { code } = (cause ?? error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && IS_WORD.test(code) ? code : undefined;
}

/** A name of the engine's or the system's, and nothing else. */
export const IS_WORD = /^[A-Z][A-Z\d_]{2,60}$/;

/** Tells of each certificate that is not trusted, once: all calls have the same. */
export function createUntrusted(notice?: (sentence: string) => void): (word: string | undefined) => void {
  const told = new Set<string>();
  return (word = '') => {
    const advice = adviceOn(word);
    if (advice === undefined || told.has(word)) return;
    told.add(word);
    notice?.(`No answer comes (${word}). ${advice}`);
  };
}
