import { consumeLimits, type LimitSettings } from '../accounts/rate-limits.ts';
import { answer } from '../assistant/answer.ts';
import type { AnswerDeps } from '../assistant/answer-context.ts';
import { type Message, plainQuestion } from '../assistant/question.ts';
import type { Lease } from '../deployments/live-indexes.ts';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { addEvent, emptyAnswer } from '../protocol/answer-so-far.ts';
import {
  answerWork,
  type ChannelQuestion,
  findChannelQuestion,
  setChannelReply,
  updateChannelQuestion,
} from '../store/channel-questions.ts';
import type { Project } from '../store/projects.ts';
import { eraseThread, eraseTurn, scrubDeleted } from '../store/retention.ts';
import type { Work } from '../store/work.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { Asked, Finished, Replies } from './channel.ts';
import { finishAnswer, withAddresses } from './finish-answer.ts';
import { type ChannelConfig, type OpenChannel, openChannel } from './open-channel.ts';
import { personOf, threadIdOf } from './person.ts';
import { showEvery } from './show-every.ts';

type AnswerChannelDeps = AnswerDeps & {
  log: Log;
  config: AnswerDeps['config'] & ChannelConfig & { limits: LimitSettings };
  lease(project: Project): Promise<Lease>;
  publicUrl(): string;
};

const retryAfterMs = [2_000, 10_000, 60_000, 5 * 60_000];

/** Answers questions from channels, and takes back what was answered to a deleted one. */
export function channelKind(deps: AnswerChannelDeps): WorkKind {
  return {
    name: answerWork,
    maxAtOnce: 20,
    maxPerProject: 10,
    retryAfterMs,
    handle: (work, signal) => workOnQuestion(deps, work, signal),
  };
}

async function workOnQuestion(deps: AnswerChannelDeps, work: Work, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  const { channel: name, id } = work.input as { channel: string; id: string };
  const projectId = work.projectId!;
  const question = await findChannelQuestion(store, { projectId, channel: name, id });
  const opened = await openChannel(deps, { projectId, name });
  if (question === undefined) return;
  // Taken away meanwhile: nobody can be answered any more.
  if (opened === undefined) {
    if (question.state === 'withdrawn') await forgetAnswer(deps, question);
    return void (await updateChannelQuestion(store, question, dropped));
  }
  const replies = opened.channel.open(opened.settings as never, opened.deps);
  if (question.state === 'withdrawn') return takeBack(deps, question, replies);
  if (question.state !== 'waiting' || question.asked === null) return;
  const turn = { deps, opened, question, replies, asked: question.asked as Asked };
  try {
    await answerOnce(turn, work, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DocentError && error.status < 500) return refuse(turn, error.message);
    if (work.tries > retryAfterMs.length) {
      deps.log.warn({ projectId, channel: name, error }, 'a question could not be answered');
      await refuse(turn, 'The answer could not be finished. Please try again.').catch(() => undefined);
    }
    throw error;
  }
}

type Turn = {
  deps: AnswerChannelDeps;
  opened: OpenChannel;
  question: ChannelQuestion;
  replies: Replies;
  asked: Asked;
};

/** What is left of a question whose answer is out. */
const over = { state: 'answered', asked: null, answer: null } as const;

/** What is left of one that nothing is stored of. */
const dropped = { ...over, fp: null, threadId: null } as const;

async function answerOnce(turn: Turn, work: Work, signal: AbortSignal): Promise<void> {
  const { deps, opened, question, replies, asked } = turn;
  const { store } = deps;
  let reply = question.reply;
  let finished = question.answer as Finished | null;
  if (finished === null) {
    requireAllowed(opened, asked);
    // A retry was counted before.
    if (work.tries <= 1) await consumeLimits(store, 'channel', consumerOf(turn));
    const isDraft = opened.channel.isDraft?.(opened.settings as never) === true;
    if (reply === null && !isDraft && replies.begin !== undefined) {
      reply = await replies.begin(asked);
      await setChannelReply(store, question, reply);
    }
    const isStored = opened.settings.storePrivate === true || !(await isPrivate(replies, asked));
    // What was asked before an edit is forgotten; what a crash kept from being sent is made again.
    if (question.version > 0 || work.tries > 1) await forgetAnswer(deps, question);
    finished = await ask(turn, { reply, isStored, isDraft }, signal);
    const kept = isStored ? {} : { fp: null, threadId: null };
    const state = isDraft ? ('draft' as const) : question.state;
    // Edited or deleted meanwhile: that is work of its own.
    if (!(await updateChannelQuestion(store, question, { ...kept, state, answer: finished }))) return;
    if (isDraft) return;
  }
  await replies.finish(asked, reply, finished, (sent) => setChannelReply(store, question, sent));
  await updateChannelQuestion(store, question, over);
}

const isPrivate = async (replies: Replies, asked: Asked): Promise<boolean> =>
  asked.isPrivate ?? (await replies.isPrivate?.(asked)) ?? false;

/** @throws DocentError for a place or person that the settings leave out, and for docs that are not for everybody */
function requireAllowed({ project, settings }: OpenChannel, { places }: Asked): void {
  const { allow, groups } = settings;
  if (allow !== undefined && !places.some((place) => allow.includes(place)))
    throw new DocentError(
      'invalid_request',
      'Questions are not answered here. Ask the people who run this assistant.',
    );
  if (project.settings.requireReader === true && groups === undefined)
    throw new DocentError('invalid_reader', 'These docs are for signed-in readers. Ask on their own site.');
}

function consumerOf({ deps, opened, question, asked }: Turn) {
  const { organization, project } = opened;
  const { limits } = deps.config;
  const reader = personOf(question.channel, asked);
  return {
    admission: { organization, project },
    reader,
    workspace: `${question.channel}:${asked.workspace}`,
    limits,
  };
}

/** Asks the assistant as every other door does, and shows its text while it comes. */
async function ask(
  { deps, opened, question, replies, asked }: Turn,
  { reply, isStored, isDraft }: { reply: unknown; isStored: boolean; isDraft: boolean },
  signal: AbortSignal,
): Promise<Finished> {
  const { project, organization, settings } = opened;
  await using docs = await deps.lease(project);
  const threadId = threadIdOf(question.channel, asked);
  const scope = {
    organization,
    project,
    ...docs,
    protocol: question.channel,
    channel: question.channel,
    requestId: newId('req'),
    // The conversation is its place's: everybody there goes on with it, and no client that learns its id.
    reader: threadId,
    ...(isStored ? { messageId: question.messageId } : { unrecorded: true }),
  };
  const history: Message[] = isStored ? [] : ((await replies.history?.(asked)) ?? []);
  const plain = plainQuestion(personOf(question.channel, asked), asked.text);
  const { events } = await answer(
    deps,
    scope,
    {
      ...plain,
      threadId: isStored ? threadId : null,
      messages: [...history, ...plain.messages],
      filter: { groups: settings.groups ?? [] },
    },
    signal,
  );
  const place = { project, publicUrl: deps.publicUrl().replace(/\/$/, '') };
  const soFar = emptyAnswer();
  const show = replies.show?.bind(replies);
  const display = showEvery(async () => {
    if (!isDraft) await show?.(asked, reply, withAddresses(soFar.text, place));
  });
  for await (const event of events) {
    addEvent(soFar, event);
    if (event.type === 'text') display.changed();
  }
  await display.ended();
  if (soFar.finish?.stopped !== false) signal.throwIfAborted();
  return finishAnswer(soFar, place, { threadId, isStored });
}

async function refuse({ deps, question, replies, asked }: Turn, reason: string): Promise<void> {
  const now = await findChannelQuestion(deps.store, question);
  try {
    await replies.refuse(asked, now?.reply ?? null, reason);
  } finally {
    await updateChannelQuestion(deps.store, question, dropped);
  }
}

/** A deleted question takes its answer with it, also the stored one. */
async function takeBack(deps: AnswerChannelDeps, question: ChannelQuestion, replies: Replies): Promise<void> {
  await forgetAnswer(deps, question);
  await updateChannelQuestion(deps.store, question, { fp: null, threadId: null });
  if (question.reply !== null) await replies.remove?.(question.reply);
}

/** Others' questions in the thread stay, and so do other questions of this person. */
async function forgetAnswer(
  { store }: AnswerChannelDeps,
  { projectId, threadId, messageId }: ChannelQuestion,
): Promise<void> {
  if (messageId !== null) await eraseTurn(store, { projectId, messageId });
  else if (threadId !== null) await eraseThread(store, { projectId, threadId });
  await scrubDeleted(store);
}
