/** One page of an `llms-full.txt`. */
export type LlmsPage = {
  title: string;
  /** The page's URL as written: absolute or root-relative; null when the file has none. */
  url: string | null;
  /** Whether the file has Mintlify's form. */
  isMintlify: boolean;
  /** Markdown below the title. */
  text: string;
};

/** Lines with a page's URL: Mintlify and GitBook write `Source:`, Fumadocs `URL:`, others one of the rest. */
const address = /^(?:<!--\s*)?(?:Source|URL|Link|Canonical|Page URL)\s*:\s*<?((?:https?:\/\/|\/)[^\s>]*)/i;

/** `# Title (/docs/page)`, from Fumadocs' guide. */
const addressInTitle = /^(.*\S)\s+\(((?:https?:\/\/|\/)[^\s)]*)\)$/;

/** Maximum lines below a title that are searched for its URL. */
const near = 4;

/** Maximum characters of a title line. */
const maxTitleLength = 300;

/** The pages of a file; `isCut` when it has more. */
export type LlmsPages = { pages: LlmsPage[]; isCut: boolean };

/** Maximum pages of one file. */
export const maxPages = 50_000;

/** Maximum lines of front matter. */
const maxBlockLength = 20;

/** Offsets of a page and of its text from the start of the file. */
type Start = { at: number; bodyAt: number; title: string; url: string | null; isMintlify?: boolean };

/**
 * Splits an `llms-full.txt` into its pages: those with a URL, or in a file without URLs, one per heading of level 1.
 * Needs little more memory than the text.
 */
export function splitLlms(source: string): LlmsPages {
  const text = source.replaceAll('\r\n', '\n');
  // One start more than wanted, which ends the last page.
  const maxStarts = maxPages + 1;
  const placedTitles = titleStarts(text).filter(({ url }) => url !== null);
  const placed = [...blockStarts(text).take(maxStarts), ...placedTitles.take(maxStarts)];
  const chosen =
    placed.length > 0 ? placed.toSorted((a, b) => a.at - b.at) : [...titleStarts(text).take(maxStarts)];
  const pages = chosen.slice(0, maxPages).map(({ bodyAt, title, url, isMintlify = false }, index) => {
    const body = withoutRule(text.slice(bodyAt, chosen[index + 1]?.at).trim());
    return {
      title: title === '' ? (/^# (.+)$/m.exec(body)?.[1]?.trim() ?? '') : title,
      url,
      isMintlify,
      text: body,
    };
  });
  return { pages, isCut: chosen.length > maxPages };
}

/** `# Title` outside of code, with the URL in or below it. */
function* titleStarts(text: string): Generator<Start> {
  let fence: string | null = null;
  const marks = /^(?:# ([^\n]*)|[ \t]*(`{3,}|~{3,})([^\n]*))/gm;
  for (const { 0: whole, 1: heading, 2: mark, 3: rest, index } of text.matchAll(marks)) {
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence) && rest?.trim() === '') fence = null;
    }
    if (heading === undefined || whole.length > maxTitleLength) continue;
    const written = heading.trim();
    const next = index + whole.length + 1;
    const placed = addressInTitle.exec(written);
    const below = addressBelow(text, next);
    // A URL makes the line a title even inside of an unclosed fence.
    if (fence !== null && placed === null && below === null) continue;
    if (below !== null || placed !== null) fence = null;
    yield {
      at: index,
      bodyAt: below?.next ?? next,
      title: placed?.[1] ?? written,
      url: below?.url ?? placed?.[2] ?? null,
      isMintlify: text.startsWith('Source: ', next),
    };
  }
}

function addressBelow(text: string, from: number): { next: number; url: string } | null {
  for (const { line, next } of linesFrom(text, from).take(near)) {
    const url = address.exec(line)?.[1];
    if (url !== undefined) return { next, url };
    if (line.startsWith('# ')) return null;
  }
  return null;
}

/** Front matter with a `url` before each page, as the VitePress plugin writes it. */
function* blockStarts(text: string): Generator<Start> {
  const opening = /^---\n(?=[\w-]+:)/gm;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const block = blockFrom(text, opening.lastIndex);
    if (block === null) continue;
    opening.lastIndex = block.next;
    const valueOf = (name: string) =>
      block.fields
        .find((field) => field.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim()
        .replaceAll(/^["']|["']$/g, '');
    const url = valueOf('url');
    if (url !== undefined) yield { at: match.index, bodyAt: block.next, title: valueOf('title') ?? '', url };
  }
}

function blockFrom(text: string, from: number): { fields: string[]; next: number } | null {
  const fields: string[] = [];
  for (const { line, next } of linesFrom(text, from).take(maxBlockLength)) {
    if (line === '---') return { fields, next };
    fields.push(line);
  }
  return null;
}

/** The lines from an offset on, each with the offset of the next one. */
function* linesFrom(text: string, from: number): Generator<{ line: string; next: number }> {
  for (let at = from; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    yield { line: text.slice(at, end), next: end + 1 };
    at = end + 1;
  }
}

/** The thematic break between pages in some files. */
function withoutRule(body: string): string {
  return body.endsWith('\n---') ? body.slice(0, -'\n---'.length).trimEnd() : body;
}
