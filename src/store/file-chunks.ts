import type { Store } from './store.ts';

/** A part of a file; `nth` counts from 0. */
type Chunk = { name: string; nth: number; bytes: Uint8Array };

/** Replaces one that is there: two servers may store the same file at once. */
export async function addChunk({ db }: Store, { name, nth, bytes }: Chunk): Promise<void> {
  await db
    .insertInto('fileChunks')
    .values({ name, nth, bytes })
    .onConflict((conflict) => conflict.columns(['name', 'nth']).doUpdateSet({ bytes }))
    .execute();
}

/** Undefined after the last one. */
export async function readChunk({ db }: Store, name: string, nth: number): Promise<Uint8Array | undefined> {
  const chunk = await db
    .selectFrom('fileChunks')
    .select('bytes')
    .where('name', '=', name)
    .where('nth', '=', nth)
    .executeTakeFirst();
  return chunk?.bytes;
}

export async function deleteChunks({ db }: Store, name: string): Promise<void> {
  await db.deleteFrom('fileChunks').where('name', '=', name).execute();
}
