import type { CodeEvent } from '../../forges/webhooks/code-events.ts';
import { isSameRepository } from '../../lib/same-repository.ts';
import { newId } from '../../lib/ids.ts';
import { jobOfBranch } from '../job-branch.ts';
import { findJobByMarks } from '../../store/job-marks.ts';
import { findJob } from '../../store/jobs.ts';
import type { CodeRepository } from '../../store/project-settings.ts';
import type { Project } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { addTrigger, type Trigger } from '../../store/triggers.ts';

/**
 * Records a repository event that may start a job, once, however often the forge delivers it.
 * @returns one sentence for the delivery log of the forge
 */
export async function noticeEvent(store: Store, project: Project, event: CodeEvent): Promise<string> {
  const place = await placeOf(store, project, event);
  if (typeof place === 'string') return place;
  const noted = { id: newId('trg'), projectId: project.id, ...place, about: event };
  return (await addTrigger(store, noted))
    ? 'The docs agent will handle it.'
    : 'The docs agent has this event already.';
}

/** The kind and subject of the trigger that an event is; a text says why it is none. */
async function placeOf(
  store: Store,
  project: Project,
  event: CodeEvent,
): Promise<Pick<Trigger, 'kind' | 'subject'> | string> {
  if (event.kind === 'reviewed') {
    const id = jobOfBranch(event.branch);
    const job = id === null ? undefined : await findJob(store, { projectId: project.id, id });
    if (job === undefined) return 'The pull request is not from the docs agent.';
    if (event.text.includes('<!-- docent:')) return 'The comment is a reply of the docs agent.';
    if (event.isBot) return 'The docs agent does not answer bots.';
    if (event.isStranger) return 'Only people with a role in the repository may ask for changes.';
    return { kind: 'review', subject: `${job.id}/${event.id}` };
  }
  const repository = codeRepositoryAt(project, event.repository);
  if (repository === undefined) return 'This is not a read-only repository of the project.';
  if (event.kind === 'released') return { kind: 'release', subject: `${repository.url}@${event.tag}` };
  // Events that an agent caused are ignored, also under another name or from another server's account.
  if (jobOfBranch(event.branch) !== null || (await findJobByMarks(store, event.marks)) !== null)
    return 'The pull request is from the docs agent itself.';
  const { base, defaultBranch } = event;
  const followed = repository.ref ?? defaultBranch;
  if (base !== undefined && followed !== undefined && base !== followed)
    return `It was merged into ${base}, and the docs follow ${followed}.`;
  return { kind: 'code', subject: `${repository.url}#${event.number}` };
}

export function codeRepositoryAt({ settings }: Project, address: string): CodeRepository | undefined {
  return settings.codeRepositories?.find(({ url }) => isSameRepository(url, address));
}
