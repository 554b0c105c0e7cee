/** The process in which one suite runs. */
import { join } from 'node:path';
import type { Comparison, Suite } from './suite.ts';

export interface ToSuite {
  readonly file: string;
  readonly folder: string;
  readonly quick: boolean;
}

export type FromSuite = { readonly progress: string } | { readonly comparisons: Comparison[] };

const tell = (message: FromSuite): void => {
  process.send?.(message);
};

const abandoned = (): never => process.exit(1);
process.once('disconnect', abandoned); // whoever asked is gone
process.once('message', ({ file, folder, quick }: ToSuite) => {
  void run(file, folder, quick);
});

async function run(file: string, folder: string, quick: boolean): Promise<void> {
  const { default: suite } = (await import(join(import.meta.dirname, file))) as { default: Suite };
  const comparisons = await suite({
    folder,
    quick,
    progress: (progress) => {
      tell({ progress });
    },
  });
  tell({ comparisons });
  process.off('disconnect', abandoned).disconnect();
}
