import { listMessages } from '../store/jobs.ts';
import { listCopiedQuestions } from '../store/turn-copies.ts';
import type { Run } from './job-run.ts';
import { withoutQuoted } from '../lib/quoted.ts';

/** What a job may bring into the docs that runs or is fetched: names from the project's settings, hosts that its requests name. */
export type AllowedCode = { names: readonly string[]; hosts: ReadonlySet<string> };

export async function allowedCode({ deps: { store }, job, forge }: Run): Promise<AllowedCode> {
  const messages = await listMessages(store, job.id);
  const requests = messages.filter(({ author }) => author === 'person').map(({ text }) => text);
  const questions = await listCopiedQuestions(store, { kind: 'job', subject: job.id });
  return { names: forge.allowCode ?? [], hosts: requestedHosts(requests, questions) };
}

/**
 * Hosts that the people who ask for a job name. Requests quote strangers, who may not bring a host into the docs: what is
 * merged or released, reviews, and readers' questions.
 */
export function requestedHosts(requests: readonly string[], questions: readonly string[]): Set<string> {
  const ofReaders = new Set(questions.flatMap(hostsIn));
  return new Set(
    requests
      .map(withoutQuoted)
      .flatMap(hostsIn)
      .filter((host) => !ofReaders.has(host)),
  );
}

function hostsIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/([^\s/"'<>()?#]{1,255})/gi)].map(([, host]) => host!.toLowerCase());
}
