import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { docent } from '../helpers/run-docent.ts';

async function folderOf(context: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-doctor-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

test('docent doctor says what a folder holds, and exits with 6 when links are stale', async (context) => {
  const folder = await folderOf(context, {
    'index.md': '# Home\n\n[good](a.md#here) [bad](gone.md) [worse](a.md#there)',
    'a.md': '---\nversion: "2"\nlang: de\n---\n## Here\n\nDer Schlüssel ist in der Datei.',
  });
  const { code, stdout } = await docent(['doctor', folder], { env: { DOCENT_EMBEDDING_MODEL: 'minilm' } });
  assert.equal(code, exitCodes.findings);
  assert.match(stdout, /^Framework {5}plain$/m);
  assert.match(stdout, /^Folder {8}\.: no configuration of a docs framework was found/m);
  assert.match(stdout, /docent projects add --site URL\.$/m);
  assert.match(stdout, /^Pages {9}2, 2 sections$/m);
  assert.match(stdout, /^Versions {6}2$/m);
  assert.match(stdout, /^Languages {5}de$/m);
  assert.match(stdout, /^Meaning {7}Much of these docs .* set DOCENT_EMBEDDING_MODEL to openai/m);
  assert.match(stdout, /2 of 3 \(66\.7 %\) lead to a page, 1 of 2 \(50\.0 %\) anchors exist/);
  assert.match(stdout, /^stale +path +index\.md:3 +gone\.md$/m);
  assert.match(stdout, /^stale +anchor +index\.md:3 +a\.md#there$/m);
});

test('docent doctor --json is one document, and exits with 0 when every link leads somewhere', async (context) => {
  const folder = await folderOf(context, { 'index.md': '# Home\n\n[good](index.md)' });
  const { code, stdout } = await docent(['doctor', folder, '--json']);
  assert.equal(code, exitCodes.ok);
  const report = JSON.parse(stdout);
  assert.equal(report.framework, 'plain');
  assert.deepEqual(report.links, {
    internal: 1,
    resolved: 1,
    anchors: 0,
    anchorsResolved: 0,
    broken: [],
  });
  assert.equal(report.noise, 0);
  assert.deepEqual(report.warnings, []);
  assert.equal(report.advice, null);
});

test('docent doctor finds what was left in the text or lost, and exits with 6', async (context) => {
  const folder = await folderOf(context, {
    'docusaurus.config.js':
      'export default { presets: [["classic", { docs: { path: ".", routeBasePath: "/" } }]] }',
    'a.mdx': '---\ntitle: Same\n---\nfine {now()} text\n',
    'b.md': '---\ntitle: Same\n---\n\ntext with \\{% tag %} left\n',
    'c.mdx': '---\ntitle: Broken\n---\n\n<Open>\n',
  });
  const { code, stdout } = await docent(['doctor', folder, '--json']);
  assert.equal(code, exitCodes.findings);
  const { noise, findings, warnings } = JSON.parse(stdout);
  assert.equal(noise, 1);
  assert.deepEqual(findings.leaks, [{ file: 'b.md', text: '{% tag %}', line: 5 }]);
  assert.deepEqual(findings.lostExpressions, [{ file: 'a.mdx', text: 'now()', line: 4 }]);
  assert.deepEqual(findings.fellBack, ['c.mdx']);
  assert.deepEqual(findings.duplicateTitles, [{ title: 'Same', pages: 2 }]);
  assert.match(warnings[0].message, /line 5, column 1/);
});

test('docent doctor on a folder without docs says so', async (context) => {
  const folder = await folderOf(context, {});
  const { code, stderr } = await docent(['doctor', folder]);
  assert.equal(code, exitCodes.notFound);
  assert.match(stderr, /There are no docs in/);
});
