/** An editor: what TypeScript's language service says about a file of a user of the client. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What is shown where the pointer rests. */
export interface Hover {
  /** What it is, with its type. */
  readonly signature: string;
  /** The comment, then its tags. */
  readonly text: string;
}

/** An open file. Each place is told by a piece of its text: the cursor is at its end, and the pointer on its last letter. */
export interface Editor {
  readonly hover: (place: string) => Hover;
  /** The line to which "go to definition" leads, with its file. */
  readonly definition: (place: string) => { readonly file: string; readonly line: string };
  /** What is offered, by name, with its comment. */
  readonly completions: (place: string) => Map<string, string>;
  /** The parameters of the call, each with its comment, as they are shown while its arguments are written. */
  readonly parameters: (place: string) => { readonly name: string; readonly text: string }[];
}

/**
 * Opens a file.
 *
 * @param folder - where it would be, which decides what it can import
 */
export function open(folder: string, text: string, settings: ts.CompilerOptions): Editor {
  const file = join(folder, 'users-own.ts');
  const read = (path: string): string | undefined =>
    path === file ? text : existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ strict: true, noEmit: true, skipLibCheck: true, ...settings }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const found = read(path);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
    realpath: (path) => (path === file ? path : (ts.sys.realpath?.(path) ?? path)),
  });
  const after = (place: string): number => {
    const at = text.indexOf(place);
    if (at === -1 || text.includes(place, at + 1)) throw new Error(`The text has to have ${place} once.`);
    return at + place.length;
  };
  const plain = ts.displayPartsToString;
  return {
    hover: (place) => {
      const shown = service.getQuickInfoAtPosition(file, after(place) - 1);
      const tags = (shown?.tags ?? []).map(({ name, text: told }) => `@${name} ${plain(told)}`);
      return { signature: plain(shown?.displayParts), text: [plain(shown?.documentation), ...tags].join('\n') };
    },
    definition: (place) => {
      const [found] = service.getDefinitionAtPosition(file, after(place) - 1) ?? [];
      const [line = ''] =
        read(found?.fileName ?? '')
          ?.slice(found?.textSpan.start)
          .split('\n') ?? [];
      return { file: found?.fileName ?? '', line };
    },
    completions: (place) => {
      const at = after(place);
      const offered = service.getCompletionsAtPosition(file, at, {})?.entries ?? [];
      return new Map(
        offered.map(({ name }) => {
          const details = service.getCompletionEntryDetails(file, at, name, {}, undefined, {}, undefined);
          return [name, plain(details?.documentation)];
        }),
      );
    },
    parameters: (place) => {
      const help = service.getSignatureHelpItems(file, after(place), {});
      const shown = help?.items[help.selectedItemIndex]?.parameters ?? [];
      return shown.map(({ name, documentation }) => ({ name, text: plain(documentation) }));
    },
  };
}
