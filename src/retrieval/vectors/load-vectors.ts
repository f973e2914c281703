import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { createVectorScan, type VectorScan } from './vector-scan.ts';

/** Rows read before yielding to the event loop. */
const rowsPerTurn = 500;

/** The vectors of an index file in memory, with room for sections up to `count - 1`; null when it has none. */
export async function loadVectors(database: DatabaseSync, count: number): Promise<VectorScan | null> {
  const first = database.prepare('SELECT length(components) AS dimensions FROM vectors LIMIT 1').get();
  if (first === undefined) return null;
  const scan = createVectorScan(count, Number(first['dimensions']));
  const select = database.prepare(
    'SELECT section_id, scale, components FROM vectors WHERE section_id > ? ORDER BY section_id LIMIT ?',
  );
  for (let last = 0; ;) {
    const rows = select.all(last, rowsPerTurn) as {
      section_id: number;
      scale: number;
      components: Uint8Array;
    }[];
    for (const { section_id, scale, components } of rows) scan.set(section_id, scale, components);
    if (rows.length < rowsPerTurn) return scan;
    last = rows.at(-1)!.section_id;
    await setImmediate();
  }
}
