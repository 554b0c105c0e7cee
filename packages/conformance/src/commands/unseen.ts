/** What nobody sees who reads a text, and a service would take for a part of a memo, an address or a name. */

/** Controls, marks, fillers, what Unicode has not assigned, and signs that are painted as nothing: blanks of Braille and of hieroglyphs, a note without a head, joiners. */
const UNSEEN =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\p{Co}\\p{Zl}\\p{Zp}\\p{DI}\\u2800\\u{1107f}\\u{13430}-\\u{1345f}\\u{16fe4}\\u{1d159}';

const ANYWHERE = new RegExp(`[${UNSEEN}]|^\\p{Zs}|\\p{Zs}$`, 'u');
const BLANK = new RegExp(`[${UNSEEN}\\p{Zs}]`, 'gu');

/** Whether a text has some of it, or spaces around it. */
export const isUnseen = (text: string): boolean => ANYWHERE.test(text);

/** A text without it, and without spaces. */
export const seenOf = (text: string): string => text.replace(BLANK, '');
