/** Where in a file an error is from. */
import { spawnSync } from 'node:child_process';

/** Where it was thrown, as a line of its own; empty where the engine did. */
export function placeOf({ stack = '' }: Error): string {
  const [, place] = /^\s+at .*?((?:file:\/\/)?[^()\s]+:\d+):\d+\)?$/m.exec(stack) ?? [];
  return place === undefined || place.startsWith('node:') ? '' : line(place);
}

/** What was thrown, and where. It may be anything, such as what throws again when it is looked at. */
export function thrownBy(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}${placeOf(error)}` : String(error);
  } catch {
    return 'something that cannot be shown';
  }
}

/** The same for a module that could not be loaded: of what the engine could not read it tells the place only when it ends. */
export function placeOfLoading(error: Error, url: string): string {
  if (!(error instanceof SyntaxError)) return placeOf(error);
  const [told = ''] = (error.stack ?? '').split('\n');
  if (isPlace(told)) return line(told);
  if (placeOf(error) !== '') return placeOf(error); // thrown by a module, and not by its syntax
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `import ${JSON.stringify(url)}`], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  const [first = ''] = stderr.split('\n');
  return isPlace(first) ? line(first) : '';
}

function isPlace(text: string): boolean {
  return /^(file:|\/|[A-Za-z]:\\).*:\d+$/.test(text);
}

function line(place: string): string {
  return `\n  at ${place.replace(/^file:\/\//, '')}`;
}
