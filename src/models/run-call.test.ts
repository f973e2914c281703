import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { eventually, patience } from '../../test/helpers/eventually.ts';
import { secretCause } from '../../test/helpers/model-dialects.ts';
import {
  answered,
  breaksConnection,
  hangs,
  refuses,
  type Reply,
  says,
  sendsHtml,
} from '../../test/helpers/model-replies.ts';
import { type ModelServer, startModelServer } from '../../test/helpers/model-server.ts';
import { describeFault } from './describe-fault.ts';
import { ModelFault } from './model-fault.ts';
import { openModels } from './registry.ts';
import { runTurn, turnLimits, type TurnEvent } from './run-turn.ts';

const limits = {
  ...turnLimits,
  timeouts: { firstToken: patience, silence: patience, total: 2 * patience },
  retries: { tries: 3, firstWait: 1, maxWait: 1_500 },
};
const soonSilent = { ...limits.timeouts, silence: 60 };

async function openAll(server: ModelServer, ...names: string[]) {
  const url = `${server.url}/v1`;
  const access = { openai: { key: 'k', url }, anthropic: { key: 'k', url }, compatible: { url } };
  return openModels({ names, access, maxOutputTokens: 100, promptCaching: false }, () => []);
}

type Outcome = {
  text: string;
  fault: ModelFault | undefined;
  tried: string[];
  finish: TurnEvent | undefined;
};

async function run(
  server: ModelServer,
  names: string[],
  { timeouts = limits.timeouts, signal = new AbortController().signal, tried = [] as string[] } = {},
): Promise<Outcome> {
  const outcome: Outcome = { text: '', fault: undefined, tried, finish: undefined };
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'q' }] }];
  const models = await openAll(server, ...names);
  const onFault = (fault: ModelFault, { provider }: { provider: string }) =>
    outcome.tried.push(`${provider}:${fault.code}`);
  try {
    const note = (event: TurnEvent) => {
      if (event.type === 'text') outcome.text += event.delta;
      outcome.finish = event;
    };
    await runTurn(models, prompt, [], signal, note, { limits: { ...limits, timeouts }, onFault });
  } catch (error) {
    outcome.fault = error as ModelFault;
  }
  return outcome;
}

for (const name of ['openai/m', 'anthropic/m', 'compatible/m']) {
  describe(name, () => {
    const faults: [string, Reply][] = [
      ['a stream that is cut before its first token', answered({ end: 'cut' })],
      ['a page of HTML with status 200', sendsHtml],
      ['a finish that is not a real finish', answered({ end: { finish: 'interrupted' } })],
      ['an answer without a word', answered({})],
      ['a refusal with 500', refuses(500)],
      ['a refusal with 429', refuses(429, { 'retry-after': '0' })],
    ];
    for (const [what, reply] of faults) {
      test(`${what} is tried again, a bounded number of times`, async () => {
        const server = await startModelServer((_, call) => (call === 2 ? says('Good.') : reply));
        assert.equal((await run(server, [name])).text, 'Good.');
        await server.close();
        const broken = await startModelServer(() => reply);
        const { fault } = await run(broken, [name]);
        assert.ok(fault instanceof ModelFault, String(fault));
        assert.equal(broken.requests.length, 3);
        await broken.close();
      });
    }

    test('a refusal that another try cannot help is not repeated', async () => {
      const server = await startModelServer(() => refuses(401));
      const { fault } = await run(server, [name]);
      assert.equal(fault?.code, 'refused');
      assert.equal(server.requests.length, 1);
      await server.close();
    });

    for (const end of ['cut', 'malformed', 'silence'] as const) {
      test(`a stream that ends in ${end} after its first token is a fault, and nothing is repeated`, async () => {
        const server = await startModelServer(() => answered({ text: ['Half'], end }));
        const { text, fault } = await run(server, [name, 'openai/other'], {
          timeouts: end === 'silence' ? soonSilent : limits.timeouts,
        });
        assert.equal(text, 'Half');
        assert.ok(fault instanceof ModelFault);
        assert.equal(server.requests.length, 1);
        await server.close();
      });
    }

    test('a caller who leaves aborts the call', async () => {
      const caller = new AbortController();
      const server = await startModelServer(() => answered({ text: ['Half'], end: 'silence' }));
      const running = run(server, [name], { signal: caller.signal });
      await eventually(
        () => server.requests.length,
        (count) => count > 0,
      );
      caller.abort();
      assert.equal((await running).fault?.code, 'aborted');
      assert.equal(await server.requests[0]?.closed, true);
      await server.close();
    });

    test('endless output is cut at the cap and the call is ended', async () => {
      const endless = {
        *[Symbol.iterator]() {
          for (;;) yield 'word '.repeat(100);
        },
      };
      const server = await startModelServer(() => answered({ text: endless }));
      const { text, finish } = await run(server, [name]);
      assert.ok(text.length <= limits.characters);
      assert.ok(finish?.type === 'call-finish' && finish.reason === 'length');
      assert.equal(await server.requests[0]?.closed, true);
      await server.close();
    });
  });
}

/** Waits without a timer, for tests whose time stands still. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}

/** Time passes only when the test says so. */
function stopClock(t: TestContext): (ms: number) => void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // For those who have imported the function by its name.
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
  return (ms) => t.mock.timers.tick(ms);
}

test('the time that Retry-After asks for is waited for', async (t) => {
  const server = await startModelServer((_, call) =>
    call === 1 ? refuses(429, { 'retry-after': '1' }) : says('Good.'),
  );
  const pass = stopClock(t);
  const tried: string[] = [];
  const running = run(server, ['compatible/m'], { tried });
  await until(() => tried.length === 1);
  pass(999);
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  assert.equal(server.requests.length, 1);
  pass(1);
  t.mock.timers.reset();
  assert.equal((await running).text, 'Good.');
  await server.close();
});

test('a Retry-After that is too long to wait for ends it at once', async () => {
  const server = await startModelServer(() => refuses(429, { 'retry-after': '3600' }));
  assert.equal((await run(server, ['compatible/m'])).fault?.code, 'refused');
  assert.equal(server.requests.length, 1);
  await server.close();
});

test('with another model left, one that fails is left at once; the answer names the one that gave it', async () => {
  const server = await startModelServer(({ path }) =>
    path.endsWith('/messages') ? says('From the second.') : refuses(503, { 'retry-after': '1000' }),
  );
  const { text, tried, finish } = await run(server, ['openai/first', 'anthropic/second']);
  assert.equal(text, 'From the second.');
  assert.deepEqual(tried, ['openai:refused']);
  assert.ok(finish?.type === 'call-finish' && finish.model.provider === 'anthropic');
  await server.close();
});

test('a connection that breaks before an answer is tried once more, before the next model', async () => {
  const server = await startModelServer((_, call) =>
    call === 1 ? breaksConnection : says('Still the first.'),
  );
  const { text, tried } = await run(server, ['openai/first', 'anthropic/second']);
  assert.equal(text, 'Still the first.');
  assert.deepEqual(tried, ['openai:refused']);
  await server.close();
});

test('a model whose first token does not come in time is left for the next one', async (t) => {
  const server = await startModelServer(({ path }) => (path.endsWith('/messages') ? says('Here.') : hangs));
  const pass = stopClock(t);
  const running = run(server, ['openai/first', 'anthropic/second']);
  await until(() => server.requests.length === 1);
  pass(limits.timeouts.firstToken);
  const { text, tried } = await running;
  assert.equal(text, 'Here.');
  assert.deepEqual(tried, ['openai:no_first_token']);
  assert.equal(await server.requests[0]?.closed, true);
  await server.close();
});

test('the last model is not waited for twice when it is silent from the start', async (t) => {
  const server = await startModelServer(() => hangs);
  const pass = stopClock(t);
  const running = run(server, ['compatible/m']);
  await until(() => server.requests.length === 1);
  pass(limits.timeouts.firstToken);
  assert.equal((await running).fault?.code, 'no_first_token');
  assert.equal(server.requests.length, 1);
  await server.close();
});

test('the extractive model can be the last resort', async () => {
  const server = await startModelServer(() => refuses(500));
  assert.match((await run(server, ['openai/m', 'extractive'])).text, /do not seem to answer/);
  await server.close();
});

test('what is logged of a fault has its cause and nothing of the prompt', async () => {
  const server = await startModelServer(() => refuses(400));
  const { fault } = await run(server, ['compatible/m']);
  const described = describeFault(fault!);
  assert.equal(described.status, 400);
  assert.ok(described.body?.includes(secretCause));
  assert.doesNotMatch(JSON.stringify(described), /"messages"|"q"/);
  await server.close();
});
