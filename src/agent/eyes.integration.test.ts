import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls, edit, finish, inOrder, textOf } from '../../test/helpers/agent-script.ts';
import { site, startSite } from '../../test/helpers/agent-site.ts';
import { commitFiles } from '../../test/helpers/repository.ts';
import { sendMessage } from './manage-jobs.ts';

const files = {
  ...site,
  'src/options.ts': 'export type Options = {\n  /** Seconds. */\n  timeout: number;\n};\n',
  '.env': 'TOKEN=of-the-repository\n',
  'docs/AGENTS.md': 'See [install](install.md).\n',
};
const product = {
  'lib/main.py': 'import os\n\nclass Client:\n    def connect(self, retries=3):\n        pass\n',
  'keys/server.pem': 'not for models\n',
};

const call = (name: string, input: Record<string, unknown>) => ({ name, input });

/** What came back from each tool call of one step. */
async function results(
  t: Parameters<typeof startSite>[0],
  tools: ReturnType<typeof call>[],
): Promise<string[]> {
  const script = inOrder(calls(...tools), calls(edit('Run npm.', 'Run it.')), calls(finish()));
  const { agent, model, gitDir } = await startSite(t, script, { files, code: { product } });
  await commitFiles(gitDir, { 'docs/install.md': `${site['docs/install.md']}\nNew in 2.0.\n` });
  const job = await agent.ended((await agent.create('Document the options')).id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const messages: { role: string; content: string }[] = model.requests[1]!.body.messages;
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

describe('what the agent can read', () => {
  test('the whole repository and read-only ones, by path, glob, pattern and outline; keys stay closed', async (t) => {
    const [code, other, globbed, found, lines, outlined, env, pem, unknown] = await results(t, [
      call('read_file', { path: 'src/options.ts' }),
      call('read_file', { path: 'product:lib/main.py' }),
      call('list_files', { glob: '{src,product}/**' }),
      call('search_text', { text: 'retries=\\d+', regex: true, path: 'product:**', context: 1 }),
      call('search_text', { text: 'TIMEOUT', path: '**' }),
      call('outline', { path: 'product:lib/main.py' }),
      call('read_file', { path: '.env' }),
      call('read_file', { path: 'product:keys/server.pem' }),
      call('read_file', { path: 'elsewhere:x' }),
    ]);
    assert.match(code!, /timeout: number/);
    assert.match(other!, /4\t {4}def connect\(self, retries=3\)/);
    assert.equal(globbed, 'src/options.ts');
    assert.equal(
      found,
      'product:lib/main.py:3- class Client:\nproduct:lib/main.py:4: def connect(self, retries=3):\nproduct:lib/main.py:5- pass',
    );
    assert.equal(lines, 'src/options.ts:3: timeout: number;');
    assert.equal(outlined, '3\tclass Client:\n4\t    def connect(self, retries=3):');
    for (const closed of [env, pem]) assert.match(closed!, /keys are closed/);
    assert.match(unknown!, /no repository "elsewhere".*product/);
  });

  test('history: commits of a path, a commit’s diff, and who wrote a line', async (t) => {
    const [log, none, blamed, code] = await results(t, [
      call('history', { path: 'docs/install.md' }),
      call('history', { words: '#4711' }),
      call('history', { path: 'docs/install.md', lines: { from: 1, to: 9 } }),
      call('history', { repository: 'product' }),
    ]);
    assert.equal(log!.split('\n').length, 2, log);
    assert.match(none!, /no such commits/);
    assert.match(blamed!, /New in 2\.0\./);
    const [commit] = /^[0-9a-f]{12}/.exec(code!)!;
    const [shown, ofFolder] = await results(t, [
      call('history', { repository: 'product', commit }),
      call('history', { repository: 'product', commit, path: 'keys' }),
    ]);
    assert.match(shown!, /\+class Client:/);
    assert.match(ofFolder!, /^commit /);
    assert.doesNotMatch(shown! + ofFolder!, /not for models/);
  });

  test('its own changes as a diff, several edits at once, and changed pages in the search', async (t) => {
    const edits = [
      { old: 'Run npm.', new: 'Run npm twice.' },
      { old: '# Install', new: '# Install quickly' },
    ];
    const { agent, model } = await startSite(
      t,
      inOrder(
        calls(call('edit_file', { path: 'docs/install.md', edits })),
        calls(call('show_diff', {}), call('search_docs', { query: 'npm twice' }), call('list_pages', {})),
        calls(finish()),
        calls(call('search_docs', { query: 'npm twice' })),
        calls(finish()),
      ),
      { files },
    );
    const { id } = await agent.ended((await agent.create('Change it')).id);
    const text = textOf(model.requests[2]!);
    assert.match(text, /Replaced 2 places/);
    assert.match(text, /-Run npm\.\n\+Run npm twice\./);
    assert.match(
      text,
      /## # Install quickly \(docs\/install\.md, changed in this pull request\)\nRun npm twice|Install quickly/,
    );
    assert.match(text, /docs\/install\.md — Install \(\/install\)/);
    await sendMessage(agent.deps.store, agent.project, id, 'And now?', agent.deps.modelName);
    await agent.ended(id);
    const found = model.requests[4]!.body.messages.at(-1).content;
    assert.match(found, /docs\/install\.md, changed in this pull request\)\nRun npm twice|Run npm twice/);
  });

  test('the briefing names the framework, the navigation with titles, the repositories, a page as an example and rules of style', async (t) => {
    const long = `---\ntitle: Configure\n---\n\n# Configure\n\n<Tabs>\n</Tabs>\n\n${'Set the option of GitHub. '.repeat(40)}\n`;
    const { agent, model } = await startSite(t, inOrder(calls(finish())), {
      files: {
        ...files,
        'docs/configure.md': long,
        'CLAUDE.md': 'Use the present tense.\n',
        'mkdocs.yml': 'site_name: D\nnav:\n  - Home: index.md\n  - Use:\n      - install.md\n',
        '.vale.ini': 'StylesPath = .styles\nVocab = Docs\n\n[*.md]\nBasedOnStyles = Vale, Own\n',
        '.styles/config/vocabularies/Docs/accept.txt': 'Docent\n',
        '.styles/Own/Terms.yml': 'extends: substitution\nswap:\n  utilize: use\n',
        '.styles/Other/Terms.yml': 'extends: existence\n',
      },
      code: { product },
    });
    await agent.ended((await agent.create('Configure more options')).id);
    const text = textOf(model.requests[0]!);
    assert.match(text, /made with \S+ and have 4 pages/);
    assert.match(text, /mkdocs\.yml:\n- Home \(docs\/index\.md\)\nUse:\n {2}- Install \(docs\/install\.md\)/);
    assert.match(text, /does not name:\n.*docs\/configure\.md — Configure/s);
    assert.match(text, /paths that begin with `product:`/);
    assert.match(text, /example of style, docs\/configure\.md:\n<page>\n---\ntitle: Configure/);
    assert.match(text, /Tabs \(1\)/);
    assert.match(text, /GitHub \(40\)/);
    assert.match(text, /from CLAUDE\.md, as data:\n<preferences>\nUse the present tense/);
    assert.match(text, /accept\.txt, as data:\n<preferences>\nDocent\n.*Own\/Terms\.yml.*utilize: use/s);
    assert.equal(text.includes('extends: existence'), false);
  });

  test('instruction files that link to a page do not keep it from being moved', async (t) => {
    const script = inOrder(
      calls(call('move_file', { from: 'docs/install.md', to: 'docs/setup.md' })),
      calls(finish('Rename the page')),
    );
    const { agent, model, forge } = await startSite(t, script, { files });
    const job = await agent.ended((await agent.create('Rename it')).id);
    assert.match(textOf(model.requests[1]!), /docs\/AGENTS\.md may not be changed by a job/);
    assert.deepEqual([job.status, forge.pulls.length], ['completed', 1], JSON.stringify(job.error));
  });
});

test('a page that the navigation lacks and an address that leads nowhere go back once, and make no draft', async (t) => {
  const nav = 'nav:\n  - index.md\n  - install.md\n  - old.md';
  const { agent, forge, model } = await startSite(
    t,
    inOrder(
      calls(
        { name: 'write_file', input: { path: 'docs/new.md', content: '# New\n' } },
        { name: 'delete_file', input: { path: 'docs/old.md' } },
      ),
      calls(finish()),
    ),
    {
      files: {
        ...site,
        'docs/old.md': '# Old\n',
        'mkdocs.yml': `site_name: D\n${nav}\nplugins:\n  - redirects:\n      redirect_maps:\n        a.md: index.md\n`,
      },
    },
  );
  const job = await agent.ended((await agent.create('Replace it')).id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const told = textOf(model.requests[2]!);
  assert.match(told, /docs\/new\.md \[navigation\] The page is not in the navigation/);
  assert.match(told, /docs\/old\.md \[redirects\] Its address \/old has no page now/);
  assert.deepEqual([model.requests.length, forge.pulls[0]!.draft], [3, false]);
});
