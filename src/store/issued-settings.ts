import { isDeepStrictEqual } from 'node:util';
import type { Issued } from './issued.ts';
import type { Mark, ProjectSettings } from './project-settings.ts';

/** Settings that grant access while they are set, and those that do while they are not. */
const opening = ['readerJwksUrl', 'tokenIssuer', 'memberGroups', 'overages', 'channels'] as const;
const closing = ['requireReader', 'requireThreadKey'] as const;
type Single = (typeof opening)[number] | (typeof closing)[number];

/** Settings of which each entry grants access. */
const lists: Record<string, { read(settings: ProjectSettings): readonly unknown[]; write: Write }> = {
  codeRepositories: {
    read: ({ codeRepositories = [] }) => codeRepositories,
    write: (settings, codeRepositories) => ({ ...settings, codeRepositories }) as ProjectSettings,
  },
  schedules: {
    read: ({ triggers }) => triggers?.schedules ?? [],
    write: (settings, schedules) =>
      ({ ...settings, triggers: { ...settings.triggers, schedules } }) as ProjectSettings,
  },
  previewBranches: {
    read: ({ previewBranches = [] }) => previewBranches,
    write: (settings, previewBranches) => ({ ...settings, previewBranches }) as ProjectSettings,
  },
  allowCode: {
    read: ({ allowCode = [] }) => allowCode,
    write: (settings, allowCode) => ({ ...settings, allowCode }) as ProjectSettings,
  },
};
type Write = (settings: ProjectSettings, entries: unknown[]) => ProjectSettings;

/** The changed settings, in which each door that the change opens carries who opened it; null: a person. */
export function withIssuer(
  before: ProjectSettings,
  after: ProjectSettings,
  issued: Issued | null,
): ProjectSettings {
  const known = before.issued ?? {};
  const had = doorsOf(before);
  const marks: Record<string, Mark> = {};
  for (const [door, value] of doorsOf(after)) {
    const isSame = had.has(door) && isDeepStrictEqual(had.get(door), value);
    const mark = isSame ? known[door] : issued && markOf(door, issued, known[door], before);
    if (mark) marks[door] = mark;
  }
  const { issued: _, ...settings } = after;
  return Object.keys(marks).length === 0 ? settings : { ...settings, issued: marks };
}

function markOf(door: string, issued: Issued, known: Mark | undefined, before: ProjectSettings): Mark {
  if (Object.hasOwn(lists, door.split(' ', 1)[0]!)) return issued;
  // The same key again changes nothing of what was before it.
  if (known?.by === issued.by) return { ...known, ...issued };
  return { ...issued, before: before[door as Single], ...(known && { earlier: known }) };
}

/** The settings without the doors whose key has ended: those are as they were before it. */
export function withoutEnded(
  settings: ProjectSettings,
  hasEnded: (issued: Issued) => boolean,
): ProjectSettings {
  if (settings.issued === undefined) return settings;
  const marks: Record<string, Mark> = {};
  let { issued: _, ...left } = settings;
  for (const [door, mark] of Object.entries(settings.issued)) {
    const { earlier, before, ...own } = prune(mark, hasEnded);
    if (!hasEnded(own)) marks[door] = { ...own, before, ...(earlier && { earlier }) };
    else {
      left = close(left, door, before);
      if (earlier) marks[door] = earlier;
    }
  }
  return Object.keys(marks).length === 0 ? left : { ...left, issued: marks };
}

/** Without the earlier keys that have ended: what those set is not to come back. */
function prune(mark: Mark, hasEnded: (issued: Issued) => boolean): Mark {
  const { earlier, ...own } = mark;
  if (earlier === undefined) return mark;
  const below = prune(earlier, hasEnded);
  if (!hasEnded(earlier)) return { ...own, earlier: below };
  return { ...own, before: below.before, ...(below.earlier && { earlier: below.earlier }) };
}

/** What is open, by the name of its door. */
function doorsOf(settings: ProjectSettings): Map<string, unknown> {
  const doors = new Map<string, unknown>();
  for (const name of opening)
    if (settings[name] !== undefined && settings[name] !== false) doors.set(name, settings[name]);
  for (const name of closing) if (settings[name] !== true) doors.set(name, false);
  for (const [list, { read }] of Object.entries(lists))
    for (const entry of read(settings))
      doors.set(doorOf(list, entry), (entry as { trusted?: boolean }).trusted === true);
  return doors;
}

function doorOf(list: string, entry: unknown): string {
  const { trusted: _, ...own } = typeof entry === 'string' ? { entry } : (entry as { trusted?: boolean });
  return `${list} ${JSON.stringify(own)}`;
}

function close(settings: ProjectSettings, door: string, before: unknown): ProjectSettings {
  const list = lists[door.split(' ', 1)[0]!];
  if (list !== undefined)
    return list.write(
      settings,
      list.read(settings).filter((entry) => doorOf(door.split(' ', 1)[0]!, entry) !== door),
    );
  const { [door as Single]: _, ...rest } = settings;
  return before === undefined ? rest : { ...rest, [door]: before };
}
