import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import type { Workspace } from '../workspace.ts';
import type { ToolContext } from './tool.ts';
import { runTool } from './tools.ts';

const contextOf = (workspace: Workspace) => toolContextOf(workspace);
const call = (context: ToolContext, name: string, input: unknown) =>
  runTool(name, JSON.stringify(input), context);

describe('bytes that a change does not mean', () => {
  test('line ends and byte order marks stay, also of a page that moves or is written anew', async (t) => {
    const context = contextOf(
      await workspaceOf(t, {
        'a.md': '\uFEFF# A\r\n\r\n[b](b.md)\r\n',
        'b.md': '\uFEFF# B\r\n\r\n[a](a.md)\r\n',
        'mixed.md': '# M\r\n\r\none\ntwo\nthree\r\n',
      }),
    );
    await call(context, 'move_file', { from: 'b.md', to: 'c/b.md' });
    await call(context, 'move_file', { from: 'c/b.md', to: 'd.md' });
    await call(context, 'edit_file', { path: 'mixed.md', old: 'two', new: 'zwei\ndrei' });
    assert.deepEqual(context.workspace.overlay(), {
      'a.md': '\uFEFF# A\r\n\r\n[b](d.md)\r\n',
      'b.md': null,
      'd.md': '\uFEFF# B\r\n\r\n[a](a.md)\r\n',
      'mixed.md': '# M\r\n\r\none\nzwei\ndrei\nthree\r\n',
    });
    assert.match((await call(context, 'read_file', { path: 'a.md' })).output, /^ {3}1\t# A\n/);
    await call(context, 'write_file', { path: 'a.md', content: '# Anew\n' });
    assert.equal(context.workspace.overlay()['a.md'], '\uFEFF# Anew\r\n');
  });

  test('a page that cannot be read is not moved: not UTF-8, too large, or kept by Git LFS', async (t) => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;
    const files = {
      'index.md': '# Home\n',
      'latin.md': Buffer.from('# Caf\xe9\n', 'latin1'),
      'large.md': `# Large\n\n${'text '.repeat(120_000)}`,
      'kept.md': pointer,
    };
    const context = contextOf(await workspaceOf(t, files));
    for (const from of ['latin.md', 'large.md', 'kept.md']) {
      const moved = await call(context, 'move_file', { from, to: `moved-${from}` });
      assert.deepEqual([moved.ok, /not a text file in UTF-8/.test(moved.output)], [false, true], from);
    }
    const edited = await call(context, 'edit_file', { path: 'kept.md', old: 'size 12345', new: 'size 1' });
    assert.equal(edited.ok, false);
    assert.deepEqual(context.workspace.overlay(), {});
  });

  test('names with blanks, umlauts and signs of Markdown, in links that are encoded, bare or in brackets', async (t) => {
    const context = contextOf(
      await workspaceOf(t, {
        'a.md': '# A\n\n[1](b%20c.md#x) [2](<b c.md>) [3](plain.md "plain.md") [4](%C3%BCber.md)\n',
        'b c.md': '# B\n\n## X\n\n[a](a.md) [\u00fc](\u00fcber.md)\n',
        'plain.md': '# P\n',
        '\u00fcber.md': '# \u00dc\n',
      }),
    );
    const move = (from: string, to: string) => call(context, 'move_file', { from, to });
    await move('b c.md', 'd e/f (g).md');
    await move('plain.md', 'not plain (50%).md');
    await move('\u00fcber.md', '\u00e4 b.md');
    assert.equal(
      context.workspace.overlay()['a.md'],
      '# A\n\n[1](d%20e/f%20%28g%29.md#x) [2](<d e/f (g).md>) [3](not%20plain%20%2850%25%29.md "plain.md") [4](%C3%A4%20b.md)\n',
    );
    assert.match(context.workspace.overlay()['d e/f (g).md']!, /\[\u00fc\]\(\.\.\/\u00e4%20b\.md\)/);
    assert.equal((await call(context, 'validate', {})).output, 'Nothing is broken.');
  });
});
