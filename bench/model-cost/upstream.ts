import { setTimeout as sleep } from 'node:timers/promises';
import { answered } from '../../test/helpers/model-replies.ts';
import { startModelServer } from '../../test/helpers/model-server.ts';

/** The same model for every contender, in a process of its own: OpenAI's protocol over HTTP, a token every 20 ms. */
export const tokens = Number(process.env['TOKENS'] ?? 100);
const firstTokenMs = Number(process.env['FIRST_TOKEN_MS'] ?? 20);
const paceMs = Number(process.env['PACE_MS'] ?? 20);

async function* text(): AsyncGenerator<string> {
  await sleep(firstTokenMs);
  yield 'Threads [[s1]]';
  for (let i = 1; i < tokens; i++) {
    await sleep(paceMs);
    yield i % 50 === 0 ? ' [[s2]].' : ` word${i % 10}`;
  }
}

if (process.send !== undefined) {
  const { url } = await startModelServer(() => answered({ text: text() }));
  process.on('disconnect', () => process.exit());
  process.send(`${url}/v1`);
}
