// CPU per 300-chunk answer and time to first byte at 1, 100 and 1,000 concurrent streams: Docent, bare node:http and
// AI SDK 7's streamText with its response helper, in one run, on the same paced model.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { streamOnce } from '../stream-once.ts';
import { chunks } from './paced-model.ts';
import type { Ready } from './serve-bench.ts';

const contenders = ['bare', 'docent', 'sdk'] as const;
const levels = process.argv.slice(2).map(Number);
const concurrencies = levels.length > 0 ? levels : [1, 100, 1000];
/** Answers before the measured ones: a server in use has its code compiled. */
const warmUp = 100;

type Row = {
  contender: string;
  streams: number;
  cpuMs: number;
  firstByteP50: number;
  firstByteP95: number;
  failed: number;
};
const rows: Row[] = [];
for (const streams of concurrencies) {
  for (const contender of contenders) rows.push(await measure(contender, streams));
}
report();

async function measure(contender: string, streams: number): Promise<Row> {
  const child = fork(join(import.meta.dirname, `${contender}-server.ts`), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [Ready];
  await Promise.all(Array.from({ length: Math.min(streams, warmUp) }, () => streamOnce(ready)));
  const before = await usage(child);
  const repeats = streams === 1 ? 3 : 1;
  const results = [];
  for (let i = 0; i < repeats; i++)
    results.push(...(await Promise.all(Array.from({ length: streams }, () => streamOnce(ready)))));
  const after = await usage(child);
  child.kill();
  const first = results.map(({ firstByteMs }) => firstByteMs).sort((a, b) => a - b);
  return {
    contender,
    streams,
    cpuMs: (after.cpu - before.cpu) / 1000 / results.length,
    firstByteP50: first[Math.floor(first.length * 0.5)]!,
    firstByteP95: first[Math.floor(first.length * 0.95)]!,
    failed: results.filter(({ deltas }) => deltas !== chunks).length,
  };
}

async function usage(child: ChildProcess): Promise<{ cpu: number; rss: number }> {
  child.send('usage');
  const [answer] = await once(child, 'message');
  return answer as { cpu: number; rss: number };
}

function report(): void {
  const rounded = (value: number) => Number(value.toFixed(1));
  console.table(
    rows.map(({ contender, streams, cpuMs, firstByteP50, firstByteP95, failed }) => {
      const bare = rows.find((row) => row.streams === streams && row.contender === 'bare')!.cpuMs;
      return {
        streams,
        server: contender,
        'CPU ms/answer': rounded(cpuMs),
        '× bare': rounded(cpuMs / bare),
        'first byte p50 ms': rounded(firstByteP50),
        'p95 ms': rounded(firstByteP95),
        failed,
      };
    }),
  );
}
