/** One page of an `llms-full.txt`. */
export type LlmsPage = {
  title: string;
  /** As it is written: absolute, or from the root of the site; null where the file does not say. */
  url: string | null;
  /** Whether the file looks as Mintlify writes it. */
  isMintlify: boolean;
  /** Markdown below the title. */
  text: string;
};

/** Where a page says that it is: Mintlify and GitBook write `Source:`, Fumadocs `URL:`, others one of the rest. */
const address = /^(?:<!--\s*)?(?:Source|URL|Link|Canonical|Page URL)\s*:\s*<?((?:https?:\/\/|\/)[^\s>]*)/i;

/** `# Title (/docs/page)`: what Fumadocs' guide has. */
const addressInTitle = /^(.+?)\s+\(((?:https?:\/\/|\/)[^\s)]*)\)$/;

/** Lines below a title that are looked at for its address. */
const near = 4;

/** Characters of a line that can be a title. */
const longestTitle = 300;

type Start = { line: number; bodyLine: number; title: string; url: string | null; isMintlify?: boolean };

/**
 * Splits an `llms-full.txt` into its pages. Those that say where they are count; in a file in which none does, each
 * heading of level 1 begins a page.
 */
export function splitLlms(text: string): LlmsPage[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const starts = [...blockStarts(lines), ...titleStarts(lines)].toSorted(
    (one, other) => one.line - other.line,
  );
  const placed = starts.filter(({ url }) => url !== null);
  const chosen = placed.length > 0 ? placed : starts;
  return chosen.map(({ bodyLine, title, url, isMintlify = false }, index) => {
    const end = chosen[index + 1]?.line ?? lines.length;
    const body = withoutRule(lines.slice(bodyLine, end).join('\n').trim());
    return { title: title === '' ? titleIn(body) : title, url, isMintlify, text: body };
  });
}

/** `# Title` outside of code, with the address in or below it. */
function titleStarts(lines: string[]): Start[] {
  const starts: Start[] = [];
  let fence: string | null = null;
  for (const [line, text] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(text);
    if (mark?.[1] !== undefined) {
      if (fence === null) fence = mark[1];
      else if (mark[1].startsWith(fence) && mark[2]?.trim() === '') fence = null;
    }
    if (!text.startsWith('# ') || text.length > longestTitle) continue;
    const written = text.slice(2).trim();
    const placed = addressInTitle.exec(written);
    const below = addressBelow(lines, line);
    // An address makes it a title even where a fence was never closed.
    if (fence !== null && placed === null && below === null) continue;
    if (below !== null || placed !== null) fence = null;
    const bodyLine = below === null ? line + 1 : below.line + 1;
    const isMintlify = lines[line + 1]?.startsWith('Source: ') === true;
    const url = below?.url ?? placed?.[2] ?? null;
    starts.push({ line, bodyLine, title: placed?.[1] ?? written, url, isMintlify });
  }
  return starts;
}

function addressBelow(lines: string[], title: number): { line: number; url: string } | null {
  for (let line = title + 1; line <= title + near && line < lines.length; line++) {
    const url = address.exec(lines[line]!)?.[1];
    if (url !== undefined) return { line, url };
    if (lines[line]!.startsWith('# ')) return null;
  }
  return null;
}

/** Front matter with a `url`, before each page: what the plugin of VitePress writes. */
function blockStarts(lines: string[]): Start[] {
  const starts: Start[] = [];
  for (let line = 0; line + 1 < lines.length; line++) {
    if (lines[line] !== '---' || !/^[\w-]+:/.test(lines[line + 1]!)) continue;
    const end = lines.indexOf('---', line + 1);
    if (end < 0 || end - line > 20) continue;
    const fields = lines.slice(line + 1, end);
    const valueOf = (name: string) =>
      fields
        .find((field) => field.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim()
        .replaceAll(/^["']|["']$/g, '');
    const url = valueOf('url');
    if (url !== undefined) starts.push({ line, bodyLine: end + 1, title: valueOf('title') ?? '', url });
    line = end;
  }
  return starts;
}

/** The rule that some files have between two pages. */
function withoutRule(body: string): string {
  return body.endsWith('\n---') ? body.slice(0, -'\n---'.length).trimEnd() : body;
}

function titleIn(body: string): string {
  return /^# (.+)$/m.exec(body)?.[1]?.trim() ?? '';
}
