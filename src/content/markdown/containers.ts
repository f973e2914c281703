import { ownLine } from './component-tag.ts';
import { closes, type Fence, fenceOf } from './split-prose.ts';

/** An open container: what its end must match, the tag that is written there, and the column at which its content begins. */
type Container = {
  rank: number;
  name: string;
  end: string;
  indent: number;
  shift?: number;
  level?: number;
};

/** How a dialect of Markdown writes containers, by lines outside of fenced code. */
type ContainerRules = {
  /** What a line opens: the text in place of it; null for another line. */
  open: (line: string) => { rank: number; name: string; text: string; end: string } | null;
  /** What stands in place of a line that ends a part of the open container and begins the next; null for another line. */
  openNext?: (line: string) => string | null;
  /** The rank of the containers that a line closes; null for another line. */
  close: (line: string) => number | null;
  /** Any other line. */
  read?: (line: string, inner: Container | undefined) => string;
  /** Whether the content of a container may be indented. */
  isIndented?: true;
};

/** Turns containers, which lines open and close, into components; those that stay open end with the page. */
export function readContainers(
  body: string,
  { open, openNext, close, read, isIndented }: ContainerRules,
): string {
  const containers: Container[] = [];
  const closeFrom = (at: number): string[] =>
    containers
      .splice(at)
      .toReversed()
      .map(({ end, indent }) => (end === '' ? '' : ownLine(' '.repeat(indent), end)));
  let fence: Fence | null = null;
  const lines = body.split('\n').flatMap((written) => {
    const inner = containers.at(-1);
    const line = isIndented && inner !== undefined ? moved(written, inner) : written;
    const mark = fenceOf(line);
    if (fence !== null || mark !== null) {
      if (fence === null) fence = mark;
      else if (closes(mark, fence)) fence = null;
      return [line];
    }
    const next = inner === undefined ? null : (openNext?.(line) ?? null);
    if (next !== null) return [next];
    const opened = open(line);
    if (opened !== null) {
      containers.push({ ...opened, indent: line.search(/\S/) });
      return [opened.text];
    }
    const rank = close(line);
    const at = rank === null ? -1 : containers.findLastIndex((one) => one.rank === rank);
    if (at >= 0) return closeFrom(at);
    return [rank === null || inner === undefined ? (read?.(line, inner) ?? line) : ''];
  });
  return [...lines, ...closeFrom(0)].join('\n');
}

/** A line moved to the left by as much as the first line of its container is indented. */
function moved(line: string, within: Container): string {
  if (line.trim() === '') return line;
  const indent = line.search(/\S/);
  within.shift ??= Math.max(0, indent - within.indent);
  return line.slice(Math.min(within.shift, indent));
}
