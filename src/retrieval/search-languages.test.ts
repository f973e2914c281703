import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import type { Page } from '../content/page.ts';
import { buildIndex } from './build-index.ts';
import { openIndex, type SearchIndex } from './open-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-search-'));
const opened: SearchIndex[] = [];
after(() => {
  for (const index of opened) index.close();
  rmSync(folder, { recursive: true });
});

async function indexOf(...pages: Page[]): Promise<SearchIndex> {
  const file = join(folder, `${opened.length}.index`);
  await buildIndex(file, pages);
  const index = openIndex(file);
  opened.push(index);
  return index;
}

test('a language lets its regions through and pages without a language', async () => {
  const index = await indexOf(
    makePage('en', '# English widget', { language: 'en' }),
    makePage('de', '# Deutsches Widget', { language: 'de-AT' }),
    makePage('none', '# Widget'),
  );
  const paths = async (language: string) => {
    const { hits } = await index.search({ text: 'widget', limit: 10, filter: { language } });
    return hits.map(({ path }) => path).sort();
  };
  assert.deepEqual(await paths('de'), ['de', 'none']);
  assert.deepEqual(await paths('de-CH'), ['none']);
});

test('a page whose language nothing says is searched in the one that it is written in', async () => {
  const index = await indexOf(
    makePage(
      'speichern',
      '# Ablage\nDie gespeicherten Dateien sind in dem Ordner, der in der Konfiguration steht. Wenn er nicht da ist, legt das ' +
        'Programm ihn an, und es schreibt in ihn, was es von dem Rechner weiß und nicht vergessen darf.',
    ),
    makePage('widget', '# Widget\nA widget is a thing.'),
  );
  const { hits } = await index.search({ text: 'gespeicherte Datei', limit: 5 });
  assert.deepEqual(
    hits.map(({ path, language }) => [path, language]),
    [['speichern', 'de']],
  );
  assert.deepEqual(index.languages, ['de']);
});

test('a question in another language is not refused because the docs lack its words, one about something else is', async () => {
  const others = Array.from({ length: 40 }, (_, n) =>
    makePage(`p${n}`, `# Page ${n}\nA widget and its port ${n}.`),
  );
  const index = await indexOf(makePage('cors', '# CORS\nSend CORS headers to the browser.'), ...others);
  const outcome = async (text: string) => (await index.search({ text, limit: 5 })).outcome;
  for (const text of [
    'Wie aktiviere ich CORS?',
    '¿Cómo activo CORS?',
    '如何启用 CORS？',
    'CORS を有効にするには？',
  ])
    assert.match(await outcome(text), /answered|partial/, text);
  for (const text of ['Wie aktiviere ich Kafka?', '¿Cuál es la capital de Francia?', '如何启用 Kafka？'])
    assert.match(await outcome(text), /closest|not_in_docs/, text);
});
