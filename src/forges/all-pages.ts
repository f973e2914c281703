/** GitHub lists no more files of a pull request than this. */
const maxItems = 3_000;

/** Reads page after page until one holds fewer than `size`; `isCut` when there may be more than is read. */
export async function allPages<T>(
  size: number,
  read: (page: number) => Promise<readonly T[] | null | undefined>,
): Promise<{ items: T[]; isCut: boolean }> {
  const items: T[] = [];
  for (let page = 1; items.length < maxItems; page++) {
    const found = (await read(page)) ?? [];
    items.push(...found);
    if (found.length < size) return { items, isCut: false };
  }
  return { items, isCut: true };
}
