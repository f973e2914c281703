import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import type { Store } from '../store/store.ts';
import { addTurn } from '../store/turns.ts';
import { joinThread } from './join-thread.ts';
import { noUsage } from './record-turn.ts';

type Report = {
  question: string;
  details: string | undefined;
  /** The page where the reader looked for it. */
  page: string | undefined;
};

type Origin = {
  project: { id: string };
  deployment: { id: string; commit: string | null };
  /** The protocol of the request. */
  protocol: string;
  reader: string | null;
};

/**
 * Records a gap in the docs as an unanswered question with the reason `reported`, so that it joins a content gap like
 * any other.
 */
export async function reportGap(
  store: Store,
  { project, deployment, protocol, reader }: Origin,
  report: Report,
) {
  const fp = reader ?? 'anonymous';
  const start = { projectId: project.id, threadId: null, threadKey: null, fp, reader, requireKey: false };
  const { threadId } = await joinThread(store, start);
  const { question, details, page } = report;
  await addTurn(store, {
    id: newId('trn'),
    projectId: project.id,
    threadId,
    messageId: newId('msg'),
    question: maskPrivate(details ? `${question}\n\n${details}` : question),
    answer: '',
    sources: [],
    status: 'unanswered',
    reason: 'reported',
    deploymentId: deployment.id,
    commit: deployment.commit,
    usage: noUsage,
    timings: { firstTextMs: null, totalMs: 0 },
    costMicros: 0,
    fp,
    protocol,
    model: '',
    currentPath: page ?? null,
    caller: 'api',
  });
}
