// Builds an index of several copies of `ray/`, in a process of its own, so that its memory is that of the build.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '../../src/content/page.ts';
import { buildIndex } from '../../src/retrieval/build-index.ts';
import { quantize } from '../../src/retrieval/vectors/quantize.ts';
import { type BuildFigures, megabytes, peakMegabytes, seconds } from './growth.ts';
import { readRay } from './sets.ts';

const [data, single, file, copies] = process.argv.slice(2) as [string, string, string, string];
process.send!(await buildCopies(readRay(data).pages, Number(copies)));

/**
 * An index of several copies of the pages. Their vectors are not embedded, which is not what is measured: each is that of
 * the same section in `single`, drawn a little towards another one's, as changed words would.
 */
async function buildCopies(pages: Page[], copies: number): Promise<BuildFigures> {
  mkdirSync(dirname(file), { recursive: true });
  const start = process.cpuUsage();
  const { sections } = await buildIndex(file, copiesOf(pages, copies));
  const buildSeconds = seconds(start);
  const buildMegabytes = peakMegabytes();
  const vectors = readVectors(single);
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = OFF; ATTACH '${single}' AS one; BEGIN`);
  const insert = database.prepare('INSERT INTO vectors (section_id, scale, components) VALUES (?, ?, ?)');
  for (let i = 0; i < sections; i++) {
    const [place, copy] = [i % vectors.length, Math.floor(i / vectors.length)];
    const other = vectors[(place * 7919 + copy * 104_729) % vectors.length]!;
    const mixed = vectors[place]!.map((value, at) => value + (copy === 0 ? 0 : 0.3 * other[at]!));
    const { scale, values } = quantize(mixed);
    insert.run(i + 1, scale, new Uint8Array(values.buffer));
  }
  database.exec(`
    INSERT OR REPLACE INTO meta SELECT * FROM one.meta WHERE key LIKE 'embedding_%';
    INSERT OR REPLACE INTO meta VALUES ('vectors', '${sections}');
    INSERT OR REPLACE INTO meta SELECT 'embedded_content', value FROM meta WHERE key = 'content_hash';
    COMMIT;
  `);
  database.close();
  return { sections, buildSeconds, buildMegabytes, fileMegabytes: megabytes(statSync(file).size) };
}

function readVectors(file: string): Float32Array[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT scale, components FROM vectors ORDER BY section_id').all();
  database.close();
  return rows.map(({ scale, components }) =>
    Float32Array.from(new Int8Array(components as Uint8Array), (value) => value * Number(scale)),
  );
}

function* copiesOf(pages: Page[], copies: number): Generator<Page> {
  for (let copy = 0; copy < copies; copy++) {
    for (const page of pages) {
      const sections = page.sections.map((section, i) => ({
        ...section,
        text: `${section.text} copy${copy}x${i}`,
      }));
      yield { ...page, path: `${copy}/${page.path}`, hash: `${copy}${page.hash}`, sections };
    }
  }
}
