/**
 * Judges what Stryker found: which changes no test noticed, whether each of these has its reason, and whether that still holds; or,
 * of a folder with a threshold of its own, whether they are few enough.
 */

/** Stryker's report, as far as it is read. */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly StrykerMutant[] }>>;
}
interface StrykerMutant {
  readonly status: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}
/** Counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Changes that no test can or need notice. */
export interface Reasoned {
  /** The file, from the sources of its package. */
  readonly file: string;
  /** The changes by their names, as a run prints them. */
  readonly changes: readonly string[];
  readonly because: string;
}

/** One change, judged. */
export interface Change {
  /** From the sources of its package. */
  readonly file: string;
  readonly line: number;
  /** The code before and after it, in one line; and, where that stands in the file twice, the line around it. */
  readonly name: string;
  /** `timeout`: noticed as well, since the tests did not come to an end; but not of a change that has its reason. */
  readonly fate: 'killed' | 'timeout' | 'survived';
  /** Why it may survive. */
  readonly because: string | undefined;
}

/** The outcome. */
export interface Judgement {
  readonly changes: readonly Change[];
  /** Survivors without a reason, where each needs one, and those of a folder that has more than its threshold allows. */
  readonly unexplained: readonly Change[];
  /** Reasons that nothing needs any more, in words. */
  readonly stale: readonly string[];
  /** Percent of all changes that were noticed, but for folders that have a threshold of their own. */
  readonly score: number;
  /** Percent that must be. */
  readonly threshold: number;
  /** Folders that fall short of their own, in words. */
  readonly short: readonly string[];
  readonly passed: boolean;
}

/** How strictly to judge. */
export interface Strictness {
  /** What the paths in the reports begin with, and names of files do not. */
  readonly root: string | RegExp;
  /** Percent of all changes that must be noticed. */
  readonly threshold: number;
  /** The same of single folders, by name: of the changes of these, survivors need no reason, and the others do not count them. */
  readonly thresholds?: Readonly<Record<string, number>>;
}

/** Judges the reports of some folders. */
export function judge(
  reports: readonly StrykerReport[],
  reasons: readonly Reasoned[],
  { root, threshold, thresholds = {} }: Strictness,
): Judgement {
  const found = reports.flatMap(({ files }) =>
    Object.entries(files).flatMap(([path, { source, mutants }]) => changesIn(path.replace(root, ''), source, mutants)),
  );
  const told = new Map(
    reasons.flatMap((reason) => reason.changes.map((name) => [`${reason.file} ${name}`, reason.because])),
  );
  const changes = found.map(({ fate, ...change }): Change => {
    const because = told.get(`${change.file} ${change.name}`);
    // What nobody can notice can still be slow, and on a busy machine too slow: that is nothing that a test has found.
    return { ...change, fate: because !== undefined && fate === 'timeout' ? 'survived' : fate, because };
  });
  const below = [...Map.groupBy(changes, folderOf)].flatMap(([folder, all]) => {
    const least = thresholds[folder];
    return least !== undefined && scoreOf(all) < least ? [{ folder, score: scoreOf(all), least }] : [];
  });
  const isLenient = (change: Change): boolean =>
    folderOf(change) in thresholds && below.every(({ folder }) => folder !== folderOf(change));
  const unexplained = changes.filter(
    (change) => change.fate === 'survived' && change.because === undefined && !isLenient(change),
  );
  const stale = [...staleIn(changes, reasons)];
  const others = changes.filter((change) => !(folderOf(change) in thresholds));
  const score = scoreOf(others);
  const isEnough = score >= threshold && below.length === 0;
  const passed = changes.length > 0 && unexplained.length === 0 && stale.length === 0 && isEnough;
  const short = below.map(
    ({ folder, score, least }) => `The score of ${folder} is ${percent(score)}, and must be ${percent(least)}.`,
  );
  return { changes, unexplained, stale, score, threshold, short, passed };
}

/** The folder of a change, or the file beside them. */
const folderOf = ({ file }: Pick<Change, 'file'>): string => file.split('/')[0] ?? '';

/** Percent that were noticed. */
export const scoreOf = (changes: readonly Change[]): number =>
  changes.length === 0 ? 0 : (100 * changes.filter(({ fate }) => fate !== 'survived').length) / changes.length;

function* staleIn(changes: readonly Change[], reasons: readonly Reasoned[]): Generator<string> {
  const fates = new Map(changes.map(({ file, name, fate }) => [`${file} ${name}`, fate]));
  const seen = new Set<string>();
  for (const { file, changes: names } of reasons)
    for (const name of names) {
      const key = `${file} ${name}`;
      if (seen.has(key)) yield `${file}: ${name}: has two reasons`;
      else if (!fates.has(key)) yield `${file}: ${name}: there is no such change`;
      else if (fates.get(key) === 'killed') yield `${file}: ${name}: is noticed`;
      seen.add(key);
    }
}

type Named = Omit<Change, 'because'>;

function changesIn(file: string, source: string, mutants: readonly StrykerMutant[]): readonly Named[] {
  const lines = source.split('\n');
  const all = mutants.map((mutant) => {
    const { line } = mutant.location.start;
    const change = `${inOneLine(textAt(lines, mutant.location))} → ${inOneLine(mutant.replacement)}`;
    return { file, line, fate: fateOf(mutant), names: [change, `${change} in ${inOneLine(lines[line - 1] ?? '')}`] };
  });
  const distinct = [0, 1].map((length) => new Set(onlyOnce(all.map(({ names }) => names[length] ?? ''))));
  const times = new Map<string, number>();
  const named = all.map(({ names: [short = '', long = ''], ...change }) => {
    if (distinct[0]?.has(short)) return { ...change, name: short };
    if (distinct[1]?.has(long)) return { ...change, name: long };
    const time = (times.get(long) ?? 0) + 1;
    times.set(long, time);
    return { ...change, name: `${long} (${String(time)})` };
  });
  return named.toSorted((a, b) => a.line - b.line);
}

/** Whatever is neither noticed nor slow counts as survived, a change that somebody had Stryker leave out as well. */
function fateOf({ status }: StrykerMutant): Change['fate'] {
  if (status === 'Timeout') return 'timeout';
  return status === 'Killed' || status === 'RuntimeError' ? 'killed' : 'survived';
}

function textAt(lines: readonly string[], { start, end }: StrykerMutant['location']): string {
  const part = lines.slice(start.line - 1, end.line);
  const last = part.length - 1;
  return part
    .map((line, i) => line.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : undefined))
    .join('\n');
}

const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

const onlyOnce = (texts: readonly string[]): readonly string[] =>
  [...Map.groupBy(texts, (text) => text)].filter(([, { length }]) => length === 1).map(([text]) => text);

/** For a terminal of 80 columns: the table by folder, then what is wrong. */
export function textOf({ changes, unexplained, stale, score, threshold, short }: Judgement): string {
  const folders = Map.groupBy(changes, folderOf);
  return [
    ...aligned([
      ['folder', 'changes', 'killed', 'timeout', 'survived', 'no reason', 'score'],
      ...[...folders].map(([folder, all]) => rowOf(folder, all)),
      rowOf('all', changes),
    ]),
    ...unexplained.flatMap(({ file, line, name }) => ['', `Survived: ${file}:${String(line)}`, `  ${name}`]),
    ...stale.flatMap((sentence) => ['', `Stale in survivors.ts: ${sentence}`]),
    ...short.flatMap((sentence) => ['', sentence]),
    ...(score < threshold ? ['', `The score is ${percent(score)}, and must be ${percent(threshold)}.`] : []),
  ].join('\n');
}

function rowOf(title: string, changes: readonly Change[]): readonly string[] {
  const count = (is: (change: Change) => boolean): string => String(changes.filter(is).length);
  return [
    title,
    String(changes.length),
    count(({ fate }) => fate === 'killed'),
    count(({ fate }) => fate === 'timeout'),
    count(({ fate }) => fate === 'survived'),
    count(({ fate, because }) => fate === 'survived' && because === undefined),
    percent(scoreOf(changes)),
  ];
}

const percent = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)} %`;

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
}
