import { z } from '@hono/zod-openapi';

/** The format of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
export type List<Item> = { items: Item[]; nextCursor: string | null };

/** A list with its total count. */
export function countedListOf<Item extends z.ZodType>(item: Item) {
  return listOf(item).extend({ total: z.number() });
}
export type CountedList<Item> = List<Item> & { total: number };
