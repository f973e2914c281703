// npm run bench -- stream-cost [STREAMS…]: CPU of an answer of 150 chunks and time to its first byte at 1, 100 and 300
// concurrent streams: Docent, bare node:http and AI SDK 7's streamText with its response helper, in one run, on the same
// paced model. A minute on quiet cores.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type StreamResult, streamOnce } from '../stream-once.ts';
import { chunks } from './paced-model.ts';
import type { Ready } from './serve-bench.ts';

const contenders = ['bare', 'docent', 'sdk'] as const;
const levels = process.argv.slice(2).map(Number);
const concurrencies = levels.length > 0 ? levels : [1, 100, 300];
/** Answers before the measured ones, three times: a server in use has its code compiled, and its docs embedded. */
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
for (const contender of contenders) await measure(contender);
rows.sort((a, b) => a.streams - b.streams);
report();

async function measure(contender: string): Promise<void> {
  const child = fork(join(import.meta.dirname, `${contender}-server.ts`), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [Ready];
  const ask = (streams: number) => Promise.all(Array.from({ length: streams }, () => streamOnce(ready)));
  for (let n = 0; n < 3; n++) await ask(warmUp);
  for (const streams of concurrencies) {
    const before = await usage(child);
    const results = await ask(streams);
    const after = await usage(child);
    rows.push(rowOf(contender, streams, after.cpu - before.cpu, results));
  }
  child.kill();
}

function rowOf(contender: string, streams: number, cpuMicros: number, results: StreamResult[]): Row {
  const first = results.map(({ firstByteMs }) => firstByteMs).sort((a, b) => a - b);
  return {
    contender,
    streams,
    cpuMs: cpuMicros / 1000 / results.length,
    firstByteP50: first[Math.floor(first.length * 0.5)]!,
    firstByteP95: first[Math.floor(first.length * 0.95)]!,
    failed: results.filter(({ text }) => text.split(' word').length - 1 !== chunks).length,
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
