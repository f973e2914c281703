import { changeOf } from './change-of.ts';

/** The comparison with the period before, under its number. */
export const Change = ({ count, before }: { count: number; before: number }) => (
  <span className="block text-xs whitespace-nowrap text-faint">{changeOf(count, before)}</span>
);
