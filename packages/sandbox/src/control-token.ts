/** What control may ask for: a text that goes into a header as it is, from any client. */

/** Spaces at an end would be cut off on the way. */
const SENDABLE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** `name` is what it is called where it was given. @throws TypeError for one that nobody could send */
export function checkToken(name: string, token: string | undefined): void {
  if (token === undefined) return;
  if (token === '') throw new TypeError(`${name} is empty. Give it a value, or leave it out.`);
  if (!SENDABLE.test(token))
    throw new TypeError(
      `${name} has characters that no header carries. Give visible ASCII characters, with spaces only between them.`,
    );
}
