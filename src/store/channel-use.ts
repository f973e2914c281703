import { sql } from 'kysely';
import type { ChannelTables } from './channel-tables.ts';
import type { Store } from './store.ts';
import { dayOf } from './usage.ts';

/** What the answers in a channel came to. `costMicros` are millionths of a US dollar. */
export type ChannelUse = Omit<ChannelTables['channelDays'], 'projectId' | 'channel' | 'day'>;

const noChannelUse: Readonly<ChannelUse> = {
  answered: 0,
  partial: 0,
  unanswered: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  credits: 0,
};

const counters = Object.keys(noChannelUse) as (keyof ChannelUse)[];

/** Adds an answer to a channel's counts of the day of `at`. */
export async function addChannelUse(
  { db }: Store,
  { projectId, channel, at }: { projectId: string; channel: string; at: number },
  used: Partial<ChannelUse>,
): Promise<void> {
  await db
    .insertInto('channelDays')
    .values({ projectId, channel, day: dayOf(at), ...noChannelUse, ...used })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'channel', 'day'])
        .doUpdateSet((of) =>
          Object.fromEntries(counters.map((name) => [name, of(`channelDays.${name}`, '+', used[name] ?? 0)])),
        ),
    )
    .execute();
}

/** The counts of each channel over a range of days, of an organization or one of its projects; `to` is exclusive. */
export async function listChannelUse(
  { db }: Store,
  by: { organizationId: string; projectId?: string | undefined; from: number; to: number },
): Promise<(ChannelUse & { channel: string })[]> {
  const rows = await db
    .selectFrom('channelDays')
    .innerJoin('projects', 'projects.id', 'channelDays.projectId')
    .select('channel')
    .select(counters.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name)))
    .where('projects.organizationId', '=', by.organizationId)
    .$if(by.projectId !== undefined, (query) => query.where('channelDays.projectId', '=', by.projectId!))
    .where('channelDays.day', '>=', by.from)
    .where('channelDays.day', '<', by.to)
    .groupBy('channel')
    .orderBy('channel')
    .execute();
  return rows.map(({ channel, ...sums }) => ({
    channel,
    ...(Object.fromEntries(counters.map((name) => [name, Number(sums[name])])) as ChannelUse),
  }));
}
