import { recordCommit, recordStep, writeJob } from '../../src/store/job-work.ts';
import { addJob } from '../../src/store/jobs.ts';
import type { Store } from '../../src/store/store.ts';
import { takeWork } from '../../src/store/work.ts';
import { newId } from '../../src/lib/ids.ts';
import { hostileText, hostileTexts } from './hostile-texts.ts';

const hostilePath = `docs/${hostileTexts[2]!.replaceAll('/', '-')}.md`;

/** A finished job in which everything that a person, a model or a repository wrote is hostile, as a worker left it. */
export async function addHostileJob(
  store: Store,
  projectId: string,
  diff = diffOf(hostilePath),
): Promise<string> {
  const id = newId('job');
  const [first, second, third] = hostileTexts as [string, string, string];
  const order = { model: first, repository: second, ref: third, draft: false, prompt: hostileText };
  await addJob(store, { id, projectId, createdAt: await store.now(), ...order }, null);
  const lease = { holder: 'elsewhere:1:x', leaseMs: 60_000 };
  const work = await takeWork(store, { kind: 'job', subject: id, projectId }, lease);
  const fence = { ...work!, jobId: id };
  const tools = hostileTexts.map((summary) => ({ name: first, summary, ok: false }));
  const todo = hostileTexts.map((text, nth) => ({ text, done: nth % 2 === 0 }));
  const usage = { inputTokens: 1200, outputTokens: 80, cachedInputTokens: 900, costMicros: 4_000 };
  const step = { nth: 1, round: 1, messages: [], tools, usage: { ...usage, timeMs: 5 }, seen: [] };
  const finding = { check: 'links', file: hostilePath, line: 3, message: hostileText, severity: 'error' };
  const finish = { title: second, summary: hostileTexts, notVerified: hostileTexts };
  const done = { title: second, todo, usage, steps: 1, findings: [finding], finish };
  await recordStep(store, fence, { ...step, files: { [hostilePath]: hostileText } }, done, [
    { type: 'step', step: 1, text: hostileText, tools, todo, files: [hostilePath], usage },
    { type: 'checks', findings: hostileTexts },
    { type: 'message', text: hostileText },
    { type: 'pull-request', url: 'javascript:window.pwned=1', draft: true },
  ]);
  await recordCommit(store, fence, { round: 1 }, { diff, whole: null, texts: {} }, []);
  await writeJob(store, fence, {
    status: 'failed',
    error: { code: first, message: hostileText },
    pullRequest: { id: '1', url: 'javascript:window.pwned=1' },
    endedAt: await store.now(),
  });
  return id;
}

function diffOf(path: string): string {
  const lines = hostileText.split('\n').map((line) => line.replaceAll('\r', ''));
  const changed = [...lines.map((line) => `-${line}`), ...lines.map((line) => `+${line}!`)].join('\n');
  return `diff --git a/${path} b/${path}
index 1..2 100644
--- a/${path}
+++ b/${path}
@@ -1,${lines.length} +1,${lines.length} @@
${changed}
`;
}
