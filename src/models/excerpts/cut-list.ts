import type { ScoreText } from './score-text.ts';

const marker = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/;
/** An item is shortened to its own best items only when they get at least this many characters. */
const minRoom = 160;

/**
 * Shortens a list to the items with the most of the terms, in their order. An item that is too long keeps its first
 * lines and the best of its own items. Steps are never picked: they are consecutive.
 */
export function cutList(list: string, scoreOf: ScoreText, room: number): string {
  const items = splitItems(list);
  if (/^\s*\d/.test(items[0] ?? '')) return cutSteps(items, scoreOf, room).join('\n');
  const ranked = items
    .map((text, at) => ({ text, at, score: scoreOf(text) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  let left = room;
  const kept: { text: string; at: number }[] = [];
  for (const { text, at } of ranked) {
    const fitting = text.length < left ? text : left < minRoom ? '' : cutItem(text, scoreOf, left - 1);
    if (fitting === '') continue;
    kept.push({ text: fitting, at });
    left -= fitting.length + 1;
  }
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n');
}

/** The first steps that fit; when the best one is not among them, those from it on. */
function cutSteps(items: readonly string[], scoreOf: ScoreText, room: number): string[] {
  const scores = items.map((item) => scoreOf(item));
  const first = fittingFrom(items, 0, room);
  const best = scores.indexOf(Math.max(...scores));
  return best < first.length ? first : fittingFrom(items, best, room);
}

function fittingFrom(items: readonly string[], start: number, room: number): string[] {
  let left = room;
  const end = items.findIndex((item, at) => at >= start && (left -= item.length + 1) < 0);
  return items.slice(start, end < 0 ? undefined : end);
}

function cutItem(item: string, scoreOf: ScoreText, room: number): string {
  const lines = item.split('\n');
  const nested = lines.findIndex((line, at) => at > 0 && marker.test(line));
  if (nested < 0) return '';
  const head = lines.slice(0, nested).join('\n');
  const rest = cutList(lines.slice(nested).join('\n'), scoreOf, room - head.length);
  return rest === '' || head.length + rest.length >= room ? '' : `${head}\n${rest}`;
}

/** Splits at the items of the first one's depth. */
function splitItems(list: string): string[] {
  const lines = list.split('\n');
  const depth = marker.exec(lines[0]!)?.[1]!.length ?? 0;
  const items: string[] = [];
  for (const line of lines) {
    const isItem = (marker.exec(line)?.[1]!.length ?? Infinity) <= depth;
    if (items.length === 0 || isItem) items.push(line);
    else items[items.length - 1] += `\n${line}`;
  }
  return items;
}
