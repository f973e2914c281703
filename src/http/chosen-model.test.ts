import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { scriptedModel, textAnswer } from '../../test/helpers/scripted-model.ts';
import { chosenModels } from './chosen-model.ts';

test('who is signed in may name a model of the server; keys get all, in their order', () => {
  const models = ['one', 'two'].map((modelId) => ({ ...scriptedModel(() => textAnswer('')), modelId }));
  const choose = (by: 'session' | 'assistant' | 'preview' | 'admin', name?: string) =>
    chosenModels(models, { by }, {
      headers: name === undefined ? {} : { 'x-docent-model': name },
    } as unknown as IncomingMessage).map(({ modelId }) => modelId);
  assert.deepEqual(choose('session', 'test/two'), ['two']);
  assert.deepEqual(
    [choose('session'), choose('session', '')],
    [
      ['one', 'two'],
      ['one', 'two'],
    ],
  );
  for (const by of ['assistant', 'preview', 'admin'] as const)
    assert.deepEqual(choose(by, 'test/two'), ['one', 'two'], by);
  assert.throws(() => choose('session', 'test/three'), { code: 'invalid_request' });
});
