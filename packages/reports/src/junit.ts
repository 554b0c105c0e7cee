/** JUnit XML, which every CI shows. */

/** One test. */
export interface Test {
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string };
  /** Why it was not run. */
  readonly skipped?: string;
}

/** Some of them, under a name. */
export interface Suite {
  readonly name: string;
  readonly tests: readonly Test[];
}

/** The file; `name` is who reports. */
export function junitOf(name: string, suites: readonly Suite[]): string {
  const body = suites.map((suite) =>
    element(
      'testsuite',
      { name: suite.name, ...countsOf(suite.tests), ...skippedOf(suite) },
      suite.tests.map(testcaseOf(suite)),
    ),
  );
  const counts = countsOf(suites.flatMap(({ tests }) => tests));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name, ...counts }, body)}\n`;
}

const countsOf = (tests: readonly Test[]) => ({
  tests: String(tests.length),
  failures: String(tests.filter(({ failure }) => failure).length),
  errors: '0',
});

/** The format has this in a suite alone. */
const skippedOf = ({ tests }: Suite) => ({
  skipped: String(tests.filter(({ skipped }) => skipped !== undefined).length),
});

const testcaseOf =
  (suite: Suite) =>
  ({ name, failure, skipped }: Test): string =>
    element('testcase', { classname: suite.name, name }, [
      ...(failure ? [element('failure', failure, [])] : []),
      ...(skipped === undefined ? [] : [element('skipped', { message: skipped }, [])]),
    ]);

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `<${name}${said.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`;
}

/** A library for five characters would be one more for everybody to install. XML has no other control characters at all. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f\ufffe\uffff]/g, '?')
    .replace(/[<>&"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
