import { changeOf } from './change-of.ts';

/** The comparison with the period before, under its number; nothing for what is new. */
export const Change = ({ count, before }: { count: number; before: number }) =>
  before > 0 && (
    <span className="block text-xs whitespace-nowrap text-faint">
      {changeOf(count, before)} <span className="sr-only">than in the period before, which had {before}</span>
    </span>
  );
