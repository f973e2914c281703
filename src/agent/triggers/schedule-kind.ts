import { newId } from '../../lib/ids.ts';
import type { ProjectSchedule } from '../../store/project-settings.ts';
import { listScheduledProjects } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { addTrigger } from '../../store/triggers.ts';
import type { WorkKind } from '../../work/work-kind.ts';
import type { ScheduleEvent } from './trigger-kind.ts';

const everyMs = 10 * 60_000;

/** Scheduled work that records a trigger for each project schedule that is due. */
export function scheduleKind(store: Store): WorkKind {
  return {
    name: 'schedules',
    maxAtOnce: 1,
    schedule: { firstMs: 60_000, everyMs },
    retryAfterMs: [],
    handle: () => noteSchedules(store),
  };
}

/** Each schedule fires once per period, even if no server runs at the period's start. */
export async function noteSchedules(store: Store): Promise<void> {
  const now = await store.now();
  for (const project of await listScheduledProjects(store)) {
    for (const { name, every, prompt } of project.settings.triggers?.schedules ?? []) {
      const about: ScheduleEvent = { kind: 'scheduled', name, prompt };
      const subject = `${name}@${periodOf(now, every)}`;
      await addTrigger(store, { id: newId('trg'), projectId: project.id, kind: 'schedule', subject, about });
    }
  }
}

/** The first day of the period in UTC; weeks begin on Monday. */
export function periodOf(now: number, every: ProjectSchedule['every']): string {
  const day = new Date(now);
  if (every === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (every === 'month') day.setUTCDate(1);
  return day.toISOString().slice(0, 10);
}
