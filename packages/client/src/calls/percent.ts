/** Percent-encoding that no URL parser writes anew. */

/**
 * Stricter than encodeURIComponent, which leaves characters that URL parsers rewrite.
 *
 * @throws URIError for half of a surrogate pair
 */
export const percentEncode = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replace(/[!'()*]/g, (character) =>
        `%${character.charCodeAt(0).toString(16)}`.toUpperCase(),
      );
