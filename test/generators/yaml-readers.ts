/** Readers of YAML 1.1 in other languages, where they are installed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface YamlReader {
  readonly name: string;
  /** What Debian calls it. */
  readonly debian: string;
  /** Where its language may be, and how a program that takes two files is given to it. */
  readonly commands: readonly string[];
  readonly option: string;
  readonly imports: string;
  readonly program: string;
}

export const yamlReaders: readonly YamlReader[] = [
  {
    name: 'PyYAML',
    debian: 'python3-yaml',
    commands: ['python3', '/usr/bin/python3'], // the first may be another than Debian's
    option: '-c',
    imports: 'import json, sys, yaml',
    program: `
same = yaml.safe_load(open(sys.argv[1], encoding='utf-8')) == json.load(open(sys.argv[2], encoding='utf-8'))
print('the same' if same else 'not the same')`,
  },
  {
    name: "Ruby's Psych, which refuses a date",
    debian: 'ruby',
    commands: ['ruby'],
    option: '-e',
    imports: `require 'json'; require 'yaml'`,
    program: `
same = YAML.safe_load(File.read(ARGV[0], encoding: 'utf-8')) == JSON.parse(File.read(ARGV[1], encoding: 'utf-8'))
puts same ? 'the same' : 'not the same'`,
  },
];

/** What it says of two files; undefined where it is not installed. */
export async function compared(reader: YamlReader, yaml: string, json: string): Promise<string | undefined> {
  for (const command of reader.commands) {
    const isHere = await run(command, [reader.option, reader.imports]).then(
      () => true,
      () => false,
    );
    if (!isHere) continue;
    const { stdout } = await run(command, [reader.option, `${reader.imports}\n${reader.program}`, yaml, json]);
    return stdout.trim();
  }
  return undefined;
}
