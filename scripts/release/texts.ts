// READMEs as they are published: links to what stands beside a package in the repository lead to the packages themselves.

const BESIDE = /\[([^\]]+)\]\(\.\.\/([\w-]+)\/README\.md(#[\w-]+)?\)/g;

/**
 * The text of a package without links out of it.
 *
 * @param bundled - names of packages that have no page of their own: of a link to one its words stay
 */
export const publishedText = (text: string, bundled: readonly string[]): string =>
  text.replace(BESIDE, (_, words: string, folder: string, part = '') => {
    const name = `@wallet-operations/${folder}`;
    return bundled.includes(name) ? words : `[${words}](https://www.npmjs.com/package/${name}${part as string})`;
  });
