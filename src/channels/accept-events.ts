import { recordFeedback } from '../assistant/feedback.ts';
import { DocentError } from '../errors.ts';
import {
  addChannelQuestion,
  changeChannelQuestion,
  findChannelQuestion,
} from '../store/channel-questions.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { Asked, ChannelEvent } from './channel.ts';
import { personOf, threadIdOf } from './person.ts';

const maxText = 20_000;

/** Records what a channel tells us; answers and their changes are work, which a restart does not lose. */
export async function acceptEvents(
  store: Store,
  project: Pick<Project, 'id'>,
  channel: string,
  events: readonly ChannelEvent[],
): Promise<void> {
  for (const event of events) await accept(store, project.id, channel, event);
}

async function accept(store: Store, projectId: string, channel: string, event: ChannelEvent): Promise<void> {
  switch (event.kind) {
    case 'asked': {
      const asked = { ...event.asked, text: event.asked.text.slice(0, maxText) };
      if (asked.text.trim() === '') return;
      await addChannelQuestion(store, { projectId, channel, id: asked.id, ...askedBy(channel, asked) });
      return;
    }
    case 'edited':
      return edit(store, { projectId, channel, id: event.asked.id }, event.asked);
    case 'deleted':
      await changeChannelQuestion(store, { projectId, channel, id: event.id }, null);
      return;
    case 'rated':
      // The answer may have been deleted since.
      await recordFeedback(store, projectId, event).catch((error: unknown) => {
        if (!(error instanceof DocentError && error.code === 'not_found')) throw error;
      });
  }
}

const askedBy = (channel: string, asked: Asked) => ({
  fp: personOf(channel, asked),
  threadId: threadIdOf(channel, asked),
  asked,
});

type Key = { projectId: string; channel: string; id: string };

/** An edited question is answered anew, in the same place; one without words is as good as deleted. */
async function edit(store: Store, key: Key, asked: Asked): Promise<void> {
  const known = await findChannelQuestion(store, key);
  if (known === undefined) return;
  const text = asked.text.slice(0, maxText);
  if ((known.asked as Asked | null)?.text === text) return;
  await changeChannelQuestion(
    store,
    key,
    text.trim() === '' ? null : askedBy(key.channel, { ...asked, text }),
  );
}
