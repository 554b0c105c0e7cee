/** Tells the user what was wrong with a command, and what to do. */

/** The message for an error of a command. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${message}\nSee wallet-mock --help.`;
  const what = message.replace(/^listen \w+: /, '');
  const advice = ADVICE[code];
  return advice === undefined ? message : `Cannot listen: ${what}.\n${advice}`;
}

const ADVICE: Record<string, string> = {
  EADDRINUSE:
    'Stop what uses the port, or choose another with --port N, or with MOCK_PORT in\nthe environment; 0 takes any free one.',
  EACCES: 'Choose a port above 1023 with --port N or MOCK_PORT in the environment.',
  EADDRNOTAVAIL: 'Give an address of this machine to --host; 127.0.0.1 or 0.0.0.0 are always there.',
  ENOTFOUND: 'Give an address of this machine to --host.',
};
