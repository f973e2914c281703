import { textField, type FrontMatter } from './front-matter.ts';

/** When a page is published, and when no more, in milliseconds since 1970. */
export type Publication = { from: number; until: number };

export const always: Publication = { from: -Infinity, until: Infinity };

/** Whether a page is published now, and the next time at which that changes; null when it does not. */
export function publishedNow(
  { from, until }: Publication,
  now: number,
): { is: boolean; changesAt: number | null } {
  const next = Math.min(...[from, until].filter((at) => at > now));
  return { is: from <= now && now < until, changesAt: Number.isFinite(next) ? next : null };
}

/** The first of these dates that front matter has; null when it has none that can be read. */
export function dateField(data: FrontMatter, ...keys: string[]): number | null {
  for (const key of keys) {
    const at = readDate(textField(data, key) ?? '');
    if (at !== null) return at;
  }
  return null;
}

/** `2026-12-01`, `2026-12-01T08:00:00Z`, `2026-12-01 08:00 +0100`; without a zone, in UTC. */
export function readDate(text: string): number | null {
  const [, year, month = '', day = '', time = '00:00', zone = 'Z'] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?[ ]*(Z|[+-]\d{2}:?\d{2})?/i.exec(
      text,
    ) ?? [];
  if (year === undefined) return null;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  const at = Date.parse(
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time.padStart(5, '0').replace(/^(\d):/, '0$1:')}${offset}`,
  );
  return Number.isNaN(at) ? null : at;
}
