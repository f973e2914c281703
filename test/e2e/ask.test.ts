import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { refuses } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { dataFolder, docent } from '../helpers/run-docent.ts';

test('ask says in words why the model did not answer', async () => {
  const [docs, data] = await Promise.all([docsFolder(), dataFolder()]);
  const model = await startModelServer(() => refuses(401));
  const env = { DOCENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
  const { code, stderr } = await docent(['ask', 'proxy', docs.path, '--data', data.path], { env });
  assert.equal(code, 5);
  assert.match(
    stderr,
    /\ndocent: The language model did not answer: \S.*[.!?] Check the key of this provider.*\n$/,
  );
  assert.doesNotMatch(stderr, /^\{/m);
  await Promise.all([model.close(), docs.remove(), data.remove()]);
});

test('text of the docs cannot command the terminal that shows it', async () => {
  const [docs, data] = await Promise.all([docsFolder(), dataFolder()]);
  const hostile =
    '# Proxy\u001b]0;owned\u0007\n\nSet the zeppelin \u001b]52;c;cHduZWQ=\u0007 proxy \u009b31m \u202eover.\n';
  await writeFile(join(docs.path, 'hostile.md'), hostile);
  for (const words of [['ask', 'zeppelin proxy'], ['search', 'zeppelin proxy'], ['doctor']]) {
    const { stdout } = await docent([...words, docs.path, '--data', data.path]);
    assert.match(stdout, words[0] === 'doctor' ? /Pages/ : /zeppelin/);
    assert.doesNotMatch(stdout, /[^\P{Cc}\n\t]|\u202e/u, words[0]);
  }
  await Promise.all([docs.remove(), data.remove()]);
});
