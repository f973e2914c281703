/** A number with its noun: `1 page`, `2 pages`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
