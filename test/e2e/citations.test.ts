// What programs get of an answer's citations, checked against the text that the newest client really received.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Citation } from '../../src/protocol/citations.ts';
import { openV5Chat } from '../clients/chat-v5.ts';
import { scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const question = 'How do I install Harbour on Linux?';

/** An answer by the letter, with what each of its citations supports. */
const written = `Harbour runs on Linux. Run \`apt install harbour\` [[s1]]. 设置代理。然后重新启动[[s1]]。

| Where | How |
| --- | --- |
| Linux | \`apt\` [[s1]] |

- Install it [[s1]]
- Never say 7,531 [[s1]]

\`\`\`sh
apt install harbour
\`\`\`
[[s1]][[s99]]`;
const supported = [
  'Run `apt install harbour`',
  '然后重新启动',
  'Linux | `apt`',
  'Install it',
  '```sh\napt install harbour\n```',
];

describe('citations for programs', () => {
  let server: TestServer;
  let extractive: TestServer;
  const model = scriptedModel(() => textAnswer(...written));
  before(async () => {
    server = await startServer({ model });
    extractive = await startServer();
  });
  after(() => Promise.all([server.close(), extractive.close()]));

  async function ask(at: TestServer) {
    const url = `${at.url}/discovery/v2/assistant/${at.domain}/message`;
    const chat = openV5Chat({
      version: '7.0.173',
      url,
      key: at.assistantKey,
      body: { citations: 'native' },
    });
    await chat.send(question);
    assert.equal(chat.error, undefined);
    const part = chat.rawMessages[1]!.parts.find(({ citations }) => citations !== undefined);
    return { chat, text: part!.text!, citations: part!.citations as Citation[] };
  }

  test('span sentences in any language, table rows, list items and code, and nothing that was not supported', async () => {
    const { text, citations } = await ask(server);
    assert.deepEqual(
      citations.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex)),
      supported,
    );
  });

  test('name the sources of the answer and quote their sections', async () => {
    const { chat, text, citations } = await ask(extractive);
    const results = chat.toolResults.flat() as { url: string; content: string }[];
    assert.ok(citations.some(({ source }) => results.some(({ url }) => url === source.url)));
    for (const { source, startIndex, endIndex, citedText } of citations) {
      assert.ok(chat.sources.some(({ url, title }) => url === source.url && title === source.title));
      const span = text.slice(startIndex, endIndex);
      assert.match(span, /\p{L}/u);
      assert.doesNotMatch(span, /\(\[\d+\]\(/);
      const result = results.find(({ url }) => url === source.url);
      if (result !== undefined) assert.equal(citedText, result.content.slice(0, 1_000));
    }
  });
});
