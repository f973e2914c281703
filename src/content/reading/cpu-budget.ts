import { DocentError } from '../../errors.ts';

/** Milliseconds of CPU for work on many pages, and which pages took most. */
export type CpuBudget = {
  /** The limit of a task within what is left. @throws DocentError `invalid_request` when nothing is left */
  limit(milliseconds: number): number;
  /** @param file the page that took it */
  spend(milliseconds: number, file?: string): void;
};

/** Pages that are named. */
const named = 5;

export function createBudget(milliseconds: number): CpuBudget {
  let spent = 0;
  let worst: { file: string; spent: number }[] = [];
  return {
    limit(wanted) {
      if (spent < milliseconds) return Math.min(wanted, milliseconds - spent + grace);
      const pages = worst.map((one) => `${one.file} (${(one.spent / 1000).toFixed(1)} s)`).join(', ');
      throw new DocentError(
        'invalid_request',
        `These docs take more than ${Math.round(milliseconds / 1000)} s of processor time to parse, the limit for so many pages. Most went into ${pages}. Split or simplify these pages, or leave them out.`,
      );
    },
    spend(one, file) {
      spent += one;
      if (file === undefined) return;
      worst = [...worst, { file, spent: one }].toSorted((a, b) => b.spent - a.spent).slice(0, named);
    },
  };
}

/** What a page may take when others took nearly all: a limit of no time says nothing about the page. */
const grace = 5_000;
