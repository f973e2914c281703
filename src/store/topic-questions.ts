import type { Store } from './store.ts';
import { readFound, type Turn } from './turns.ts';

/** A question with a topic, or one that waits for grouping. */
export type TopicQuestion = {
  turnId: string;
  threadId: string;
  question: string;
  /** Of a follow-up: the question that it follows up on. */
  after: string | null;
  afterTurnId: string | null;
  /** How far the docs answer it: `partial` also where only a discussion or an issue does. */
  status: 'answered' | 'partial' | 'unanswered' | 'failed';
  createdAt: number;
};

/** The newest questions of a topic, newest first; of a gap those without a full answer. */
export async function listTopicQuestions(
  store: Store,
  topicId: string,
  limit: number,
  { asGap }: { asGap: boolean } = { asGap: false },
): Promise<(TopicQuestion & { told: TopicQuestion['status'] })[]> {
  return await store.db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .leftJoin('turns as before', 'before.id', 'gapTurns.afterTurnId')
    .select(['turns.id as turnId', 'turns.threadId', 'turns.question', 'turns.createdAt'])
    .select(['gapTurns.status', 'turns.status as told'])
    .select(['before.question as after', 'before.id as afterTurnId'])
    .where('gapTurns.gapId', '=', topicId)
    .$if(asGap, (query) => query.where('gapTurns.status', 'in', ['unanswered', 'partial']))
    .orderBy('gapTurns.createdAt', 'desc')
    .limit(limit)
    .execute();
}

/** The newest questions of a topic, with the pages that were found for them. */
export async function listTopicTurns(
  store: Store,
  topicId: string,
  limit: number,
): Promise<(Pick<Turn, 'question' | 'found' | 'sources' | 'status'> & { after: string | null })[]> {
  const rows = await store.db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .leftJoin('turns as before', 'before.id', 'gapTurns.afterTurnId')
    .select(['turns.question', 'turns.found', 'turns.sources', 'turns.status', 'before.question as after'])
    .where('gapTurns.gapId', '=', topicId)
    .orderBy('gapTurns.createdAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, ...readFound(row) }));
}
