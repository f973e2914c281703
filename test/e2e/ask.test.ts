import assert from 'node:assert/strict';
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
  assert.match(stderr, /\ndocent: The language model did not answer: \S.*\n$/);
  assert.doesNotMatch(stderr, /^\{/m);
  await Promise.all([model.close(), docs.remove(), data.remove()]);
});
