// The review of a job's change, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenLines, showMore } from '../../web/dashboard/src/pages/jobs/review/expand.ts';
import { treeOf, type TreeNode } from '../../web/dashboard/src/pages/jobs/review/file-tree.ts';
import {
  countLines,
  firstLines,
  openAtFirst,
} from '../../web/dashboard/src/pages/jobs/review/first-lines.ts';
import { isOf, type LineNote, placeNotes } from '../../web/dashboard/src/pages/jobs/review/line-notes.ts';
import { type DiffFile, readDiff, viewsOf } from '../../web/dashboard/src/pages/jobs/review/read-diff.ts';

const change = `diff --git a/docs/guide/a.md b/docs/guide/a.md
--- a/docs/guide/a.md
+++ b/docs/guide/a.md
@@ -48,5 +48,6 @@ line 47
 line 48
 line 49
-line 50
+line fifty
+more
 line 51
 line 52
diff --git a/docs/guide/deep/b.md b/docs/guide/deep/b.md
deleted file mode 100644
--- a/docs/guide/deep/b.md
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/index.md b/index.md
new file mode 100644
--- /dev/null
+++ b/index.md
@@ -0,0 +1 @@
+# Home
`;

test('a change is read file by file, each with its counts and a mark of what was changed', () => {
  const files = readDiff(change)!;
  assert.deepEqual(
    files.map(({ path, kind, added, removed }) => [path, kind, added, removed]),
    [
      ['docs/guide/a.md', 'modify', 2, 1],
      ['docs/guide/deep/b.md', 'delete', 0, 1],
      ['index.md', 'add', 1, 0],
    ],
  );
  const marks = (diff: string) => readDiff(diff)!.map(({ mark }) => mark);
  assert.deepEqual(marks(change.replaceAll('@@ -48,5 +48,6 @@', '@@ -58,5 +58,6 @@')), marks(change));
  assert.notEqual(marks(change.replace('fifty', 'fifty.'))[0], marks(change)[0]);
  assert.deepEqual(readDiff(''), []);
});

test('changed files stand in their folders, folders first, and a folder of one folder in its line', () => {
  const lines = (nodes: TreeNode[], depth = 0): string[] =>
    nodes.flatMap(({ name, children }) => [' '.repeat(depth) + name, ...lines(children, depth + 1)]);
  assert.deepEqual(lines(treeOf(readDiff(change)!)), ['docs/guide', ' deep', '  b.md', ' a.md', 'index.md']);
});

test('hidden lines are shown from either side until none is left', () => {
  const source = Array.from({ length: 90 }, (_, nth) => `line ${nth + 1}`);
  let { hunks } = readDiff(change)![0]!;
  assert.deepEqual(hiddenLines(hunks, null), [{ start: 1, end: 48 }, { start: 53, end: Infinity }]); // prettier-ignore
  const gaps = () => hiddenLines(hunks, source.length).filter((gap) => gap !== null);
  assert.deepEqual(gaps(), [{ start: 1, end: 48 }, { start: 53, end: 91 }]); // prettier-ignore
  hunks = showMore(hunks, source, gaps()[0]!, 'last');
  hunks = showMore(hunks, source, gaps()[1]!, 'first');
  assert.deepEqual(gaps(), [{ start: 1, end: 28 }, { start: 73, end: 91 }]); // prettier-ignore
  hunks = showMore(hunks, source, gaps()[0]!, 'all');
  hunks = showMore(hunks, source, gaps()[0]!, 'all');
  assert.deepEqual(gaps(), []);
  const shown = hunks.flatMap(({ changes }) => changes);
  const side = (kind: string) => shown.filter(({ type }) => type !== kind).map(({ content }) => content);
  assert.deepEqual(side('insert'), source);
  assert.deepEqual(side('delete'), source.with(49, 'line fifty').toSpliced(50, 0, 'more'));
});

test('notes stand below the line that they are about; those whose line is hidden are kept apart', () => {
  const [{ hunks }] = readDiff(change) as [DiffFile];
  const comment = { round: 1, whole: false, file: 'a', quote: '', text: 'x' };
  const finding = { file: 'a', check: 'links', severity: 'error' as const, message: 'm' };
  const notes: LineNote[] = [
    { kind: 'said', comment: { ...comment, side: 'old', line: 50 }, answeredBy: 2 },
    { kind: 'draft', comment: { ...comment, side: 'new', line: 50 } },
    { kind: 'finding', finding: { ...finding, line: 53 } },
    { kind: 'finding', finding: { ...finding, line: 9 } },
    { kind: 'finding', finding: { ...finding, line: null } },
  ];
  const { placed, rest } = placeNotes(hunks, notes);
  const [said, draft, shown, ...hidden] = notes;
  assert.deepEqual(placed, { D50: [said], I50: [draft], N52: [shown] });
  assert.deepEqual(rest, hidden);
  const at = { round: 1, diff: '' };
  const old = { ...comment, side: 'old' as const, line: 1 };
  assert.deepEqual([isOf(old, { ...at, whole: false }), isOf(old, { ...at, whole: true })], [true, false]);
  assert.ok(isOf({ ...old, side: 'new' }, { ...at, whole: true }), 'what a round left is in both diffs');
});

test('what there is to look at begins with the whole change, where a round is only a part of it', () => {
  assert.deepEqual(viewsOf([{ round: 1, diff: 'a', whole: null }]), [{ round: 1, whole: false, diff: 'a' }]);
  const views = viewsOf([
    { round: 1, diff: 'a', whole: null },
    { round: 2, diff: 'b', whole: 'ab' },
  ]);
  assert.deepEqual(
    views.map(({ round, whole, diff }) => [round, whole, diff]),
    [
      [2, true, 'ab'],
      [2, false, 'b'],
      [1, false, 'a'],
    ],
  );
});

test('long files are folded at first, and those after many lines of others', () => {
  const file = (lines: number, text = 'x') => readDiff(added('a.md', lines, text))![0]!;
  assert.deepEqual(openAtFirst([file(400), file(401), file(100), file(101), file(100)]), [
    true,
    false,
    true,
    false,
    true,
  ]);
  assert.deepEqual(openAtFirst([file(2, 'x'.repeat(100_000))]), [false], 'a long line is many lines');
});

test('a long change is shown from its beginning, also within a hunk', () => {
  const { hunks } = readDiff(change)![0]!;
  assert.deepEqual(firstLines(hunks, 100), hunks);
  const [first] = firstLines(hunks, 3);
  assert.deepEqual(
    [first!.oldLines, first!.newLines, first!.changes.map(({ type }) => type)],
    [3, 2, ['normal', 'normal', 'delete']],
  );
  const [long] = readDiff(added('a.md', 1_000, 'x'.repeat(10_000)))!;
  assert.equal(countLines(firstLines(long!.hunks, 1)), 1, 'some of it is shown');
  const notes: LineNote[] = [
    { kind: 'finding', finding: { file: 'a', check: 'links', severity: 'error', message: 'm', line: 53 } },
  ];
  assert.deepEqual(
    placeNotes(firstLines(hunks, 3), notes).rest,
    notes,
    'what is noted further down is said above',
  );
});

const added = (path: string, lines: number, text: string) => `diff --git a/${path} b/${path}
new file mode 100644
--- /dev/null
+++ b/${path}
@@ -0,0 +1,${lines} @@
${`+${text}\n`.repeat(lines)}`;
