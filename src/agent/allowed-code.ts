import { listMessages } from '../store/jobs.ts';
import { listCopiedQuestions } from '../store/turn-copies.ts';
import type { Run } from './job-run.ts';
import { withoutQuoted } from '../lib/quoted.ts';

/** Code and remote content that a job may add: names from the project's settings, and hosts that its requests name. */
export type AllowedCode = { names: readonly string[]; hosts: ReadonlySet<string> };

export async function allowedCode({ deps: { store }, job, repository }: Run): Promise<AllowedCode> {
  const messages = await listMessages(store, job.id);
  const requests = messages.filter(({ author }) => author === 'person').map(({ text }) => text);
  const questions = await listCopiedQuestions(store, { kind: 'job', subject: job.id });
  return { names: repository.allowCode ?? [], hosts: requestedHosts(requests, questions) };
}

/**
 * The hosts that the people who asked for a job named themselves. Text that a request quotes (pull requests, releases,
 * reviews, readers' questions) comes from strangers and cannot allow a host.
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
