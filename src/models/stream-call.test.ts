import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishPart, scriptedModel, textAnswer } from '../../test/helpers/scripted-model.ts';
import { ModelFault } from './model-fault.ts';
import type { Model } from './model.ts';
import { callTimeouts, type OnPart, streamCall } from './stream-call.ts';

const options = { prompt: [] };
const signal = new AbortController().signal;
const never = new Promise<never>(() => {});

async function drain(model: Model, timeouts = callTimeouts, abort = signal): Promise<string> {
  let text = '';
  const add: OnPart = (part) => {
    if (part.type === 'text-delta') text += part.delta;
  };
  await streamCall(model, options, abort, add, timeouts);
  return text;
}

const faultOf = (kind: string) => (error: unknown) => error instanceof ModelFault && error.code === kind;

test('a good call streams its parts to the finish', async () => {
  assert.equal(await drain(scriptedModel(() => textAnswer('Hello', ' world'))), 'Hello world');
});

test('a stream that ends without a finish is a fault', async () => {
  const model = scriptedModel(function* () {
    yield { type: 'text-delta', id: '0', delta: 'Hel' };
  });
  await assert.rejects(drain(model), faultOf('cut'));
});

test('a finish that is not a real finish is a fault', async () => {
  const model = scriptedModel(() => [finishPart('interrupted')]);
  await assert.rejects(drain(model), faultOf('bad_finish'));
});

test('an error part is a fault with its cause', async () => {
  const model = scriptedModel(() => [{ type: 'error', error: new Error('quota') }]);
  await assert.rejects(
    drain(model),
    (error: ModelFault) => error.code === 'refused' && /quota/.test(String(error.cause)),
  );
});

test('a provider that never answers is given up, and told so', async () => {
  let told: AbortSignal | undefined;
  const model: Model = {
    ...scriptedModel(() => []),
    doStream: ({ abortSignal }) => {
      told = abortSignal;
      return never;
    },
  };
  await assert.rejects(drain(model, { ...callTimeouts, firstToken: 5 }), faultOf('no_first_token'));
  assert.equal(told?.aborted, true);
});

test('a stream that falls silent is given up', async () => {
  const model = scriptedModel(async function* () {
    yield { type: 'text-delta', id: '0', delta: 'Hel' };
    await never;
  });
  await assert.rejects(drain(model, { ...callTimeouts, silence: 5 }), faultOf('silent'));
});

test('only the model is waited for, not the caller that holds what it sent', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const model = { ...scriptedModel(() => textAnswer('Hello', ' world')), provider: 'docent' };
  const hold = async (ms: number) => {
    let text = '';
    await streamCall(model, options, signal, async (part) => {
      if (part.type !== 'text-delta') return;
      t.mock.timers.tick(ms);
      text += part.delta;
    });
    return text;
  };
  assert.equal(await hold(callTimeouts.silence + 1), 'Hello world');
  await assert.rejects(hold(callTimeouts.total + 1), faultOf('aborted'));
});

test('whoever wants no more ends the call, and what they throw is no fault of the model', async () => {
  const model = scriptedModel(() => textAnswer('Hello', ' world'));
  await streamCall(model, options, signal, ({ type }) => type !== 'text-delta' && undefined);
  assert.equal(model.calls[0]?.abortSignal?.aborted, true);
  const broken = streamCall(model, options, signal, () => {
    throw new TypeError('ours');
  });
  await assert.rejects(broken, TypeError);
});

test('a stream that goes on for too long is given up', async () => {
  const model = scriptedModel(async function* () {
    for (;;) {
      yield { type: 'text-delta', id: '0', delta: '.' };
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  await assert.rejects(drain(model, { ...callTimeouts, total: 20 }), faultOf('too_long'));
});

test('when the caller leaves, the model call is aborted', async () => {
  const caller = new AbortController();
  const model = scriptedModel(async function* () {
    yield { type: 'text-delta', id: '0', delta: 'Hel' };
    caller.abort();
    await never;
  });
  await assert.rejects(drain(model, callTimeouts, caller.signal), faultOf('aborted'));
  assert.equal(model.calls[0]?.abortSignal?.aborted, true);
});
