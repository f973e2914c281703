import type { AskedAtForge } from '../forges/webhooks/asked-events.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { acceptEvents } from './accept-events.ts';
import { readGithubQuestion } from './github/github.ts';
import { type ChannelConfig, openChannel } from './open-channel.ts';

/** Takes a discussion or issue as a question. @returns a sentence for people who look at the delivery at the forge */
export async function noticeQuestion(
  deps: { store: Store; config: ChannelConfig },
  project: Project,
  event: AskedAtForge,
): Promise<string> {
  const opened = await openChannel(deps, { projectId: project.id, name: 'github' });
  if (opened === undefined) return 'Discussions and issues are not answered in this project.';
  const read = readGithubQuestion(opened.settings as never, event);
  if (read === null) return 'The project’s settings leave this one out.';
  await acceptEvents(deps.store, project, 'github', [read]);
  return read.kind === 'deleted' ? 'What was stored of it is deleted.' : 'The docs are asked.';
}
