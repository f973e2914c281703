import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence, EvidenceSection } from '../evidence.ts';
import { type Asked, understand } from './asked.ts';
import { choosePage } from './choose-page.ts';
import { holdTerms } from './held-terms.ts';
import { weighTerms } from './match-terms.ts';

function section(url: string, score: number, others: Partial<EvidenceSection> = {}): EvidenceSection {
  return { id: url, url, title: 'Part', version: null, text: 'Import posts from a blog.', score, ...others };
}

function choose(
  sections: EvidenceSection[],
  markdown: Record<string, string> = {},
  subject: string | null = null,
): string {
  const evidence: Evidence = { outcome: 'answered', sections, read: (id) => markdown[id] };
  const terms = weighTerms(
    ['import', 'server', 'blog'],
    sections.map(({ text }) => text),
  );
  const asked: Asked = { ...understand('import', terms), subject };
  return choosePage(sections, holdTerms(sections, asked), asked, evidence);
}

test('a page that is searched for less, but linked to where the other is short, is quoted first', () => {
  const [short, linked] = [section('/content#import', 0.9), section('/docs/transfer#options', 0.85)];
  assert.equal(choose([short, linked]), '/content');
  const lead =
    'Import posts from a blog by a script, of which much is told: see [the guide](../transfer.md).';
  assert.equal(choose([short, linked], { '/content#import': lead }), '/docs/transfer');
  const abroad = lead.replace('../transfer.md', 'https://example.org/transfer');
  assert.equal(choose([short, linked], { '/content#import': abroad }), '/content');
  const itself = {
    '/docs/transfer#options': 'See [below](transfer.md#more), where much of it is told at length.',
  };
  assert.equal(choose([short, linked], itself), '/content');
});

test('what is meant decides between pages that search likes nearly as much', () => {
  const pages = [section('/one', 0.9, { likeness: 0.4 }), section('/two', 0.85, { likeness: 0.8 })];
  assert.equal(choose(pages), '/two');
});

test('words of a path count from their beginning', () => {
  const pages = (path: string) => [section('/one', 0.9), section(path, 0.87)];
  assert.equal(choose(pages('/guides/servers')), '/guides/servers');
  assert.equal(choose(pages('/guides/observer')), '/one');
});

test('a page counts as a whole: that search likes it best, what else was found on it, and what its name says', () => {
  assert.equal(choose([section('/one', 0.85), section('/two', 0.9)]), '/one');
  const among = (...sections: EvidenceSection[]) => choose([section('/best', 0.4), ...sections]);
  assert.equal(among(section('/one#a', 0.9), section('/two#a', 0.88)), '/one');
  assert.equal(among(section('/one#a', 0.9), section('/two#a', 0.88), section('/two#b', 0.8)), '/two');
  assert.equal(among(section('/import-rules-elsewhere', 0.9), section('/import', 0.87)), '/import');
});

test('a section that defines what is asked about comes before one that search likes a little more', () => {
  const text = 'Import is a way to bring posts from a blog.';
  const pages = [section('/import', 1), section('/overview', 0.9, { text })];
  assert.equal(choose(pages), '/import');
  assert.equal(choose(pages, {}, 'import'), '/overview');
});

test('a heading that says more than is asked is a part of it, and words of one sentence say it together', () => {
  const titled = (title: string, text: string) => section('/one', 1, { title, text });
  const terms = weighTerms(['import', 'blog'], ['Import a blog']);
  const heldBy = (one: EvidenceSection) => holdTerms([one], understand('import', terms)).get(one)!;
  const whole = heldBy(titled('Posts › Import a blog', 'Import it. Then see your blog.'));
  const part = heldBy(
    titled('Posts › Import tags and feeds of a blog', 'Import a blog at once. It is seen.'),
  );
  assert.equal(whole.named, 1);
  assert.equal(part.named, 0.5);
  assert.equal(whole.said, 0.5);
  assert.equal(part.said, 1);
});
