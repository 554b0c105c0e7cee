/** What Stryker loads to tell the run how far it is: see run.ts, which starts it. */

/** What is told: how many changes there are to judge, or that one was judged. */
export type Told = { readonly all: number } | { readonly status: string };

const tell = (told: Told): void => {
  process.send?.(told);
};
process.once('disconnect', () => process.exit(1)); // the run was killed: nobody waits for the outcome
process.channel?.unref(); // and to listen for that keeps nothing from ending

export const strykerPlugins = [
  {
    kind: 'Reporter',
    name: 'told',
    factory: () => ({
      onMutationTestingPlanReady({ mutantPlans }: { mutantPlans: readonly unknown[] }) {
        tell({ all: mutantPlans.length });
      },
      onMutantTested({ status }: { status: string }) {
        tell({ status });
      },
    }),
  },
];
