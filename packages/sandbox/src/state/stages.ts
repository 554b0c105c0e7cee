/** How far orders, transactions and deposits have come, in numbers of the tables' own: a file keeps its meaning whatever the service's are. */
export const STAGE = {
  processing: 1,
  inPool: 2,
  inChain: 3,
  confirmed: 4,
  failed: 5,
  resent: 6,
  cancelled: 8,
  dropped: 10,
  transactionFailed: 11,
} as const;

/** Name of a stage; the service's states have the same names. */
export type StageName = keyof typeof STAGE;

const names = new Map<number, StageName>(
  Object.entries(STAGE).map(([name, number]) => [number, name as StageName] as const),
);

/** The name of a stage as a table has it. */
export function stageName(stage: number | bigint): StageName {
  const name = names.get(Number(stage));
  if (!name) throw new Error(`The tables have no stage ${String(stage)}.`);
  return name;
}
