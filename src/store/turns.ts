import { type ExpressionBuilder, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from './schema.ts';
import { type Charge, countQuery, type CreditUse, endHoldQuery } from './credits.ts';
import { closeTurnQuery } from './open-turns.ts';
import { clock, type Store } from './store.ts';
import { prepare, prepareRead } from './prepared.ts';
import type { NewThread, Thread } from './threads.ts';
import { addUsage, usageQuery } from './usage.ts';

/** A page or section that an answer cited. */
type TurnSource = { url: string; title: string; /** What the page is, unless it is docs. */ kind?: string };

/** One question and its answer. */
export type Turn = {
  id: string;
  projectId: string;
  threadId: string;
  /** The answer's id that the client received; unique in a project. */
  messageId: string;
  question: string;
  answer: string;
  sources: TurnSource[];
  status: 'answered' | 'partial' | 'unanswered' | 'failed';
  /** Why the status is not `answered`. */
  reason: string | null;
  /** What the docs held, as the reader was told; null for a failed turn and for one from before this was stored. */
  outcome: 'answered' | 'partial' | 'closest' | 'not_in_docs' | null;
  /** Whether embeddings were compared; null like `outcome`. */
  usedMeaning: boolean | null;
  /** The searches and their results; null like `outcome`. */
  found: {
    /** A follow-up rewritten as a standalone question, where a model did. */
    standalone: string | null;
    /** The best section of each page, at most ten, in retrieval order. */
    pages: { url: string; title: string; score: number | null }[];
    /** Citations and links removed from the answer, and sentences marked as unsupported. */
    removed: { citations: number; links: number; unsupported: number };
  } | null;
  deploymentId: string | null;
  /** The commit of the docs at the time of the answer. */
  commit: string | null;
  usage: { inputTokens: number; outputTokens: number; cachedInputTokens?: number };
  /** Milliseconds since the question arrived. */
  timings: { firstTextMs: number | null; totalMs: number };
  /** Millionths of a US dollar. */
  costMicros: number;
  fp: string;
  protocol: string;
  model: string;
  currentPath: string | null;
  /** Asked from a page in a browser, by a program, or by anything else. */
  caller: 'web' | 'api' | 'other';
  createdAt: number;
};

/** The time defaults to the database's clock. */
export type NewTurn = Omit<Turn, 'createdAt' | Told> & Partial<Pick<Turn, 'createdAt' | Told>>;

type Told = 'outcome' | 'usedMeaning' | 'found';

/**
 * Stores a finished turn, updates its thread, the day's usage and the month's charges.
 * @param thread the turn's thread, when it is not stored yet
 * @returns the month's total with it; null without a charge
 * @throws Error when the thread is gone: deleted conversations must not come back
 */
export async function addTurn(
  store: Store,
  turn: NewTurn,
  charge: Charge | null = null,
  thread: NewThread | null = null,
): Promise<CreditUse | null> {
  const written: Written = {
    ...rowOf(turn),
    ...countsOf(turn),
    createdAt: turn.createdAt ?? (store.kind === 'sqlite' ? Date.now() : null),
    firstWords: turn.question.slice(0, 300),
    ...(charge !== null && chargeOf(charge)),
    ...(thread !== null && { keyHash: thread.keyHash, reader: thread.reader ?? null }),
  };
  const [use] = await add(store, written);
  return charge === null ? null : use!;
}

/** Adds a turn that is not stored to the day's usage. */
export async function countTurn(store: Store, turn: NewTurn): Promise<void> {
  await addUsage(store, turn.projectId, await store.now(), countsOf(turn));
}

function countsOf({ status, usage, costMicros }: NewTurn): Counts {
  return {
    answered: Number(status === 'answered'),
    partial: Number(status === 'partial'),
    unanswered: Number(status === 'unanswered'),
    failed: Number(status === 'failed'),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costMicros,
  };
}

type Row = Insertable<Tables['turns']>;
type Counts = Record<Turn['status'] | 'inputTokens' | 'outputTokens' | 'costMicros', number>;
type Written = Omit<Row, 'createdAt'> &
  Counts & { createdAt: number | null; firstWords: string } & Partial<ReturnType<typeof chargeOf>> &
  Partial<Pick<Thread, 'keyHash' | 'reader'>>;

const turnColumns = [
  'id',
  'projectId',
  'threadId',
  'messageId',
  'question',
  'answer',
  'sources',
  'status',
  'reason',
  'outcome',
  'usedMeaning',
  'found',
  'deploymentId',
  'commit',
  'usage',
  'timings',
  'costMicros',
  'fp',
  'protocol',
  'model',
  'currentPath',
  'caller',
] as const;

function rowOf(turn: NewTurn): Pick<Row, (typeof turnColumns)[number]> & { costMicros: number } {
  const row = {
    ...turn,
    usedMeaning: turn.usedMeaning == null ? null : Number(turn.usedMeaning),
    found: turn.found == null ? null : JSON.stringify(turn.found),
    sources: JSON.stringify(turn.sources),
    usage: JSON.stringify(turn.usage),
    timings: JSON.stringify(turn.timings),
    // Earlier versions left unfinished turns without one.
    caller: turn.caller ?? 'other',
  };
  return Object.fromEntries(turnColumns.map((name) => [name, row[name] ?? null])) as typeof row;
}

function chargeOf({ organizationId, month, answers, allowance, holdId }: Charge) {
  return { organizationId, month, charged: answers, allowance, ...(holdId !== null && { holdId }) };
}

const add = prepare<Written, CreditUse>((store, given) => {
  const at =
    store.kind === 'sqlite'
      ? sql<number>`${given.createdAt}`
      : sql<number>`coalesce(${given.createdAt}, ${clock(store)})`;
  const { projectId, messageId, organizationId, holdId } = given;
  const { answered, partial, unanswered, failed, inputTokens, outputTokens, costMicros } = given;
  const row = Object.fromEntries(turnColumns.map((name) => [name, given[name]])) as Row;
  const turns = store.db.insertInto('turns').values({ ...row, createdAt: at });
  const thread = threadQuery(store, given, at);
  const counts = { answered, partial, unanswered, failed, inputTokens, outputTokens, costMicros };
  const usage = usageQuery(store, projectId, at, counts);
  const close = closeTurnQuery(store, { projectId, messageId });
  // SQLite wants a thread before its turns.
  const isNew = given.keyHash !== undefined;
  if (organizationId === undefined)
    // PostgreSQL runs the last query first: a thread that others know must be locked before the day's usage.
    return isNew ? [thread, close, usage, turns.returning('id')] : [turns, close, usage, thread];
  const hold = holdId === undefined ? [] : [endHoldQuery(store, holdId)];
  const charge = {
    organizationId,
    month: given.month!,
    answers: given.charged!,
    allowance: given.allowance!,
  };
  const both = isNew ? [thread, turns] : [turns, thread];
  return [...both, close, ...hold, usage, countQuery(store, charge)];
});

/** Counts the turn in its thread, which is added when its key is given. */
function threadQuery({ db }: Store, given: Written, at: RawBuilder<number>) {
  const { projectId, threadId, fp, keyHash, reader, firstWords } = given;
  const { partial, unanswered, failed, costMicros } = given;
  const counted = (of: ExpressionBuilder<Tables, 'threads'>) => ({
    updatedAt: at,
    question: of
      .case()
      .when('threads.question', '=', '')
      .then(firstWords)
      .else(of.ref('threads.question'))
      .end(),
    turns: of('threads.turns', '+', 1),
    partial: of('threads.partial', '+', partial),
    unanswered: of('threads.unanswered', '+', unanswered),
    failed: of('threads.failed', '+', failed),
    costMicros: of('threads.costMicros', '+', costMicros),
  });
  if (keyHash === undefined)
    return db
      .updateTable('threads')
      .set(counted)
      .where('projectId', '=', projectId)
      .where('id', '=', threadId)
      .returning('id');
  const counts = { question: firstWords, turns: 1, partial, unanswered, failed, costMicros };
  return db
    .insertInto('threads')
    .values({
      projectId,
      id: threadId,
      keyHash,
      fp,
      reader: reader!,
      createdAt: at,
      updatedAt: at,
      ...counts,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'id'])
        .doUpdateSet((of) => counted(of as unknown as ExpressionBuilder<Tables, 'threads'>)),
    )
    .returning('id');
}

/** The last `limit` turns of a thread, oldest first. */
export async function listTurns(
  store: Store,
  by: { projectId: string; threadId: string; limit: number },
): Promise<Turn[]> {
  const { projectId, threadId, limit } = by;
  return (await lastTurns(store, { projectId, threadId, limit })).map(toTurn).reverse();
}

const lastTurns = prepareRead(({ db }, by: { projectId: string; threadId: string; limit: number }) =>
  db
    .selectFrom('turns')
    .select([...turnColumns, 'createdAt', 'grouped'])
    .where('projectId', '=', by.projectId)
    .where('threadId', '=', by.threadId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit),
);

export async function findTurnByMessage(
  store: Store,
  by: { projectId: string; messageId: string },
): Promise<Turn | undefined> {
  const row = await store.db
    .selectFrom('turns')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where('messageId', '=', by.messageId)
    .executeTakeFirst();
  return row && toTurn(row);
}

/** Converts a row to the record that other modules use. */
export function toTurn({
  nth: _,
  grouped: __,
  ...row
}: Selectable<Tables['turns']> & { nth?: unknown }): Turn {
  return {
    ...row,
    usedMeaning: row.usedMeaning === null ? null : row.usedMeaning === 1,
    ...readFound(row),
    usage: JSON.parse(row.usage),
    timings: JSON.parse(row.timings),
  };
}

export function readFound({
  found,
  sources,
}: Pick<Selectable<Tables['turns']>, 'found' | 'sources'>): Pick<Turn, 'found' | 'sources'> {
  return { found: found === null ? null : JSON.parse(found), sources: JSON.parse(sources) };
}

/** Time to first text of the last answers, in milliseconds; answers without text are left out. */
export async function listFirstTextTimes(store: Store, projectId: string, limit: number): Promise<number[]> {
  const rows = await store.db
    .selectFrom('turns')
    .select('timings')
    .where('projectId', '=', projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(
    ({ timings }) => (JSON.parse(timings) as { firstTextMs: number | null }).firstTextMs ?? [],
  );
}
