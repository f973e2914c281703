import { closingOf } from '../../channels/finish-answer.ts';
import type { Asked, Finished } from '../../channels/channel.ts';
import { DocentError } from '../../errors.ts';
import { channelDraftSchema } from '../../protocol/manage/channel-schema.ts';
import { listOf } from '../../protocol/manage/list-schema.ts';
import { type ChannelQuestion, discardDraft, listDrafts, postDraft } from '../../store/channel-questions.ts';
import { iso } from '../page-filter.ts';
import type { Call } from '../route.ts';
import { answerOf, route } from '../json-route.ts';

const shared = { tag: 'Channels', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/drafts';

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List answers to discussions and issues that wait to be posted',
  success: answerOf(listOf(channelDraftSchema), 'Oldest first, at most 200.'),
  async handle({ deps, admission: { project } }) {
    const drafts = await listDrafts(deps.store, project.id);
    return { items: drafts.map(show), nextCursor: null };
  },
});

function show({ channel, id, asked, answer, createdAt }: ChannelQuestion) {
  const { text, person } = asked as Asked;
  const finished = answer as Finished;
  return {
    id: `${channel}:${id}`,
    channel,
    question: text,
    answer: [finished.markdown, closingOf(finished)].join('\n\n').trim(),
    person,
    createdAt: iso(createdAt),
  };
}

const postRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{draftId}/post`,
  summary: 'Post a draft',
  action: 'draft.post',
  handle: (call) => settle(call, postDraft),
});

const discardRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{draftId}`,
  summary: 'Discard a draft',
  action: 'draft.discard',
  handle: (call) => settle(call, discardDraft),
});

async function settle(
  { admission: { project }, param, note, change }: Call<undefined>,
  act: typeof postDraft,
): Promise<void> {
  const draftId = param('draftId');
  const at = draftId.indexOf(':');
  note({ target: { kind: 'project', id: project.id, name: project.name }, details: { draftId } });
  await change(async (store) => {
    const key = { projectId: project.id, channel: draftId.slice(0, at), id: draftId.slice(at + 1) };
    if (!(await act(store, key)))
      throw new DocentError('not_found', 'There is no such draft. It may have been posted or discarded.');
  });
}

export const draftRoutes = [listRoute, postRoute, discardRoute];
