/** A number compared with that of the period before, in words. */
export function changeOf(count: number, before: number): string {
  if (before === 0) return count === 0 ? 'unchanged' : 'new';
  const percent = Math.round((100 * (count - before)) / before);
  return percent === 0 ? 'unchanged' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}
