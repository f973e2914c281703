const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Discussion, answered 3 March 2026`; without a date that can be read, what it is alone. */
export function labelledDate(what: string, date: Date | string | null): string {
  const at = new Date(date ?? Number.NaN);
  const isAction = /, \w+$/.test(what);
  if (Number.isNaN(at.getTime())) return isAction ? what.replace(/, \w+$/, '') : what;
  return `${what}${isAction ? '' : ','} ${days.format(at)}`;
}
