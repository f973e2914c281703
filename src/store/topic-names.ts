import { sql } from 'kysely';
import type { Store } from './store.ts';

type TopicName = { id: string; label: string };

/** A topic's name, or the question that is nearest to all of its questions. */
const label = sql<string>`coalesce(gaps.name, turns.question, '')`;

/** Topics of any time that have all of these words in their name, those asked about last first. */
export async function listTopicNames(
  { db, kind }: Store,
  { projectId, words, limit }: { projectId: string; words: readonly string[]; limit: number },
): Promise<TopicName[]> {
  const like = sql.raw(kind === 'postgres' ? 'ilike' : 'like');
  return await db
    .selectFrom('gaps')
    .leftJoin('turns', 'turns.id', 'gaps.labelTurnId')
    .select(['gaps.id', label.as('label')])
    .where('gaps.projectId', '=', projectId)
    .where('gaps.count', '>', 0)
    .where(({ and, or }) =>
      and(
        words.map((word) =>
          or(spellings(word).map((one) => sql<boolean>`${label} ${like} ${contains(one)} escape '\\'`)),
        ),
      ),
    )
    .orderBy('gaps.lastAskedAt', 'desc')
    .orderBy('gaps.id')
    .limit(limit)
    .execute();
}

/** SQLite's `like` ignores the case of ASCII letters only. */
function spellings(word: string): string[] {
  const small = word.toLowerCase();
  const [first = ''] = small;
  return [...new Set([word, small, word.toUpperCase(), first.toUpperCase() + small.slice(first.length)])];
}

const contains = (text: string) => `%${text.replaceAll(/[%_\\]/g, '\\$&')}%`;
