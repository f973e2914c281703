// Models over HTTP, each by its real protocol, in one run: Docent with its own reader of OpenAI-compatible servers and
// with each provider's package, against AI SDK 7's streamText with its response helper. CPU for each token of the
// upstream (tokens that arrive together are sent together), and the server's own share of the time to the first token
// (what the client waits beyond what the upstream takes). npm run bench -- model-cost [STREAMS…] [--soak SECONDS]; with 1 and 100
// streams a minute on quiet cores. TOKENS sets the length of an answer (100).
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Ready } from '../stream-cost/serve-bench.ts';
import { type StreamResult, streamOnce } from '../stream-once.ts';
import { tokens } from './upstream.ts';

const firstTokenMs = 20;
/** Answers before the measured ones, three times: a server in use has its code compiled, and its docs embedded. */
const warmUp = 100;
const words = process.argv.slice(2);
const soakAt = words.indexOf('--soak');
const soakSeconds = soakAt < 0 ? 0 : Number(words.splice(soakAt, 2)[1]);
const levels = words.length > 0 ? words.map(Number) : [1, 100];

const upstream = fork(join(import.meta.dirname, 'upstream.ts'), {
  env: { ...process.env, FIRST_TOKEN_MS: String(firstTokenMs) },
});
const [modelUrl] = (await once(upstream, 'message')) as [string];

if (soakSeconds > 0) await soak(levels[0] ?? 100, soakSeconds);
else await compare();
upstream.disconnect();

async function compare(): Promise<void> {
  const rows = [];
  for (const contender of ['compatible', 'openai', 'anthropic', 'google', 'sdk']) {
    const server = await start(contender);
    for (let n = 0; n < 3; n++) await round(server.ready, warmUp);
    for (const streams of levels)
      for (const arrival of ['at once', 'spread'] as const) {
        if (streams === 1 && arrival === 'spread') continue;
        const before = await usage(server.child);
        const results = await (arrival === 'at once' ? atOnce : spread)(server.ready, streams);
        const after = await usage(server.child);
        rows.push({ streams, arrival, contender, ...summary(results, after.cpu - before.cpu) });
      }
    server.child.kill();
  }
  console.table(rows.sort((a, b) => a.streams - b.streams));
}

/** All questions come in the same instant: each waits for the ones before it. */
async function atOnce(ready: Ready, streams: number): Promise<StreamResult[]> {
  const results = await round(ready, streams);
  return streams > 1 ? results : [...results, ...(await round(ready, 1)), ...(await round(ready, 1))];
}

/** So many are open all the time, one begins when another ends: how a busy server is used. */
async function spread(ready: Ready, streams: number): Promise<StreamResult[]> {
  const { totalMs } = await streamOnce(ready);
  const reader = async (_: unknown, i: number): Promise<StreamResult[]> => {
    await setTimeout((totalMs * i) / streams);
    return [await streamOnce(ready), await streamOnce(ready), await streamOnce(ready)];
  };
  return (await Promise.all(Array.from({ length: streams }, reader))).flat();
}

/** The same streams again and again: does any fail, does memory grow. */
async function soak(streams: number, seconds: number): Promise<void> {
  const { child, ready } = await start('compatible');
  const until = Date.now() + seconds * 1000;
  let failed = 0;
  let answers = 0;
  const memory: number[] = [];
  const sample = setInterval(
    async () => memory.push(Math.round((await usage(child)).rss / 1024 ** 2)),
    10_000,
  );
  const reader = async (): Promise<void> => {
    while (Date.now() < until) {
      const { ok } = await streamOnce(ready);
      answers += 1;
      if (!ok) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: streams }, reader));
  clearInterval(sample);
  child.kill();
  console.log({ streams, seconds, answers, failed, 'memory in MB, every 10 s': memory.join(' ') });
}

async function start(contender: string): Promise<{ child: ChildProcess; ready: Ready }> {
  const file = contender === 'sdk' ? 'sdk-server.ts' : 'docent-server.ts';
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, MODEL_URL: modelUrl, PROVIDER: contender },
  });
  const [ready] = (await once(child, 'message')) as [Ready];
  return { child, ready };
}

function round(ready: Ready, streams: number): Promise<StreamResult[]> {
  return Promise.all(Array.from({ length: streams }, () => streamOnce(ready)));
}

async function usage(child: ChildProcess): Promise<{ cpu: number; rss: number }> {
  child.send('usage');
  const [answer] = await once(child, 'message');
  return answer as { cpu: number; rss: number };
}

function summary(results: StreamResult[], cpu: number) {
  const own = results.map(({ firstTextMs }) => firstTextMs - firstTokenMs).sort((a, b) => a - b);
  const rounded = (value: number) => Number(value.toFixed(1));
  return {
    'CPU µs/token': rounded(cpu / (results.length * tokens)),
    'CPU ms/answer': rounded(cpu / 1000 / results.length),
    'own share of first text p50 ms': rounded(own[Math.floor(own.length * 0.5)]!),
    'p95 ms': rounded(own[Math.floor(own.length * 0.95)]!),
    failed: results.filter(({ ok }) => !ok).length,
  };
}
