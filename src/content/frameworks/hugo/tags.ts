/** One `{{< name … >}}` or `{{% name … %}}`. https://gohugo.io/content-management/shortcodes/ */
export type HugoTag = {
  start: number;
  end: number;
  /** Tag name in lower case. */
  name: string;
  isClosing: boolean;
  /** `{{% … %}}`: its content is Markdown. */
  isMarkdown: boolean;
  /** Arguments by name, or by position from '0'. */
  values: Record<string, string>;
  /** Index in the list of the tag that closes this one; -1 when none does. */
  closedBy: number;
};

/** The shortcode tags of a text in order, opening tags matched with closing tags. Takes linear time. */
export function findHugoTags(text: string): HugoTag[] {
  const tags: HugoTag[] = [];
  const closers = { '>}}': closerFinder(text, '>}}'), '%}}': closerFinder(text, '%}}') };
  let from = 0;
  for (;;) {
    const start = text.indexOf('{{', from);
    if (start < 0) break;
    const mark = text.charAt(start + 2);
    const close = mark === '<' ? '>}}' : mark === '%' ? '%}}' : null;
    const end = close === null ? -1 : closers[close](start + 3);
    if (end < 0 || end - start > 4000) {
      from = start + 2;
      continue;
    }
    from = end + 3;
    const tag = readTag(text.slice(start + 3, end).trim(), mark === '%', start, from);
    if (tag !== null) tags.push(tag);
  }
  pair(tags);
  return tags;
}

/** Finds the next closer from places in their order; what has none is searched once. */
function closerFinder(text: string, close: string): (from: number) => number {
  let next = 0;
  return (from) => {
    if (next >= 0 && next <= from) next = text.indexOf(close, from);
    return next;
  };
}

/** `{{</* x *\/>}}` is an escaped shortcode. */
function readTag(inside: string, isMarkdown: boolean, start: number, end: number): HugoTag | null {
  const [, closing = '', name] = /^(\/?)[ \t]*([\w./-]+)/.exec(inside) ?? [];
  if (name === undefined || inside.startsWith('/*')) return null;
  const values: Record<string, string> = {};
  let position = 0;
  const given = inside.slice(closing.length).trim().slice(name.length);
  const words = /(?:(?<![\w-])([\w-]+)[ \t]*=[ \t]*)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`=]+))/g;
  for (const [, key, quoted, raw, bare] of given.matchAll(words)) {
    if (bare === '/') continue;
    values[key ?? String(position)] = quoted?.replaceAll(/\\(.)/g, '$1') ?? raw ?? bare ?? '';
    if (key === undefined) position += 1;
  }
  return {
    start,
    end,
    name: name.toLowerCase(),
    isClosing: closing !== '',
    isMarkdown,
    values,
    closedBy: -1,
  };
}

function pair(tags: HugoTag[]): void {
  const open = new Map<string, HugoTag[]>();
  for (const [at, tag] of tags.entries()) {
    const waiting = open.get(tag.name) ?? [];
    open.set(tag.name, waiting);
    if (!tag.isClosing) waiting.push(tag);
    else {
      const opening = waiting.pop();
      if (opening !== undefined) opening.closedBy = at;
    }
  }
}
