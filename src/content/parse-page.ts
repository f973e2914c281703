import { createHash } from 'node:crypto';
import type { Root } from 'mdast';
import { asObject } from './config/values.ts';
import { frameworkNamed } from './frameworks/registry.ts';
import type { Framework } from './frameworks/framework.ts';
import type { Addresses, PageFile } from './site/site-facts.ts';
import { folderOf, urlOf } from './site/paths.ts';
import { flagField, type FrontMatter, listField, splitFrontMatter, textField } from './front-matter.ts';
import { placeAnchors } from './built/place-anchors.ts';
import { assignAnchors, githubAnchors, ownAnchors } from './markdown/anchors.ts';
import { dropBanner, dropContents } from './markdown/drop-furniture.ts';
import { findNoise } from './markdown/find-noise.ts';
import { manualTitle } from './markdown/manual-title.ts';
import { makeReadable } from './markdown/readable.ts';
import { inlineText } from './markdown/section-text.ts';
import { firstTitle, splitSections } from './markdown/sections.ts';
import { isAsParsed } from './markdown/tree-contents.ts';
import { walk } from './markdown/walk.ts';
import { writeMarkdown } from './markdown/write-markdown.ts';
import type { ContentWarning, Page, PageLink, Section } from './page.ts';
import { slugOf } from './slug-of.ts';
import { type PageSource, parseTree } from './parse-tree.ts';
import type { ParsedFormat } from './parsed-format.ts';
import { packSource } from './packed-source.ts';
import { always, publishedNow } from './publication.ts';
import { chunkBlocks } from './markdown/chunk-section.ts';
import { withoutExpressions } from './markdown/repair-mdx.ts';
import { mapProse } from './markdown/split-prose.ts';

/** The result of one source file. */
export type ParsedFile = {
  file: string;
  hash: string;
  /** The pages to search and show. Empty for a draft or a hidden page. */
  pages: Page[];
  /** Every path of the file, hidden pages included, with its fragments. */
  targets: LinkTarget[];
  /** Expressions that only running the code would resolve, as written. */
  lost: string[];
  /** Noise in its text: one example per section that has any. */
  noise: string[];
  warnings: ContentWarning[];
  /** The next time, in milliseconds since 1970, at which its page is published, or no more; null for never. */
  changesAt: number | null;
};

type LinkTarget = { path: string; anchors: string[] };

type Body = {
  markdown: string;
  sections: Section[];
  links: PageLink[];
  anchors: string[];
  title: string;
  lost: string[];
  noise: string[];
  /** What the page exports in place of front matter. */
  exported?: FrontMatter;
};

/**
 * Parses a source file into its page. Pure: the same source gives the same page, and nothing else is read but the clock,
 * which says whether it is published yet. No file
 * content makes it throw: a page that does not parse as MDX is read as Markdown, with a warning.
 */
export function parsePage(source: PageSource, format: ParsedFormat | null = null): ParsedFile {
  const framework = frameworkNamed(source.framework);
  if (format !== null)
    return describe(source, framework, format.data, readFormat(source, framework, format), []);
  const { data, body, warning } = splitFrontMatter(source.text);
  const warnings = warning === null ? [] : [{ file: source.page.file, message: warning }];
  const named = textField(data, 'title') ?? null;
  const fallback = source.page.title ?? textField(data, 'sidebar_label') ?? nameOf(source.page);
  const read = readBody(source, framework, { data, body, named, fallback }, warnings);
  return describe(source, framework, { ...read.exported, ...data }, read, warnings);
}

/**
 * The page of a file that does not parse, or takes too much time or memory: its text as written.
 * @param hash its source's when the next try would end alike
 */
export function parsePlainPage(source: PageSource, reason: string, hash?: string): ParsedFile {
  const framework = frameworkNamed(source.framework);
  const { data, body } = splitFrontMatter(source.text);
  const title = textField(data, 'title') ?? source.page.title ?? nameOf(source.page);
  const parsed = describe(source, framework, data, plainBody(body, title), [
    { file: source.page.file, message: reason, fellBack: true },
  ]);
  return hash === undefined ? parsed : { ...parsed, pages: parsed.pages.map((page) => ({ ...page, hash })) };
}

/** The body of a page whose format has its own parser. */
function readFormat({ page }: PageSource, framework: Framework, { tree, data }: ParsedFormat): Body {
  rewriteLinks(tree, page, framework.readLink);
  const anchors = assignAnchors(tree, ownAnchors());
  const read = readTree(
    makeReadable(tree),
    null,
    { anchors, page },
    textField(data, 'title'),
    page.title ?? nameOf(page),
  );
  return { ...read, lost: [], noise: [] };
}

type Written = { data: FrontMatter; body: string; named: string | null; fallback: string };

function readBody(
  source: PageSource,
  framework: Framework,
  { data, body, named, fallback }: Written,
  warnings: ContentWarning[],
): Body {
  const { page, text } = source;
  const dialects = framework.dialectsOf?.(page, data) ?? page.dialects;
  for (const [attempt, dialect] of dialects.entries()) {
    const written = attempt === 0 ? body : withoutModuleSyntax(body);
    try {
      const { tree, prepared, lost, exported } = parseTree(
        source,
        framework,
        { data, body: written, dialect },
        warnings,
      );
      rewriteLinks(tree, page, framework.readLink);
      const anchors = assignAnchors(
        tree,
        framework.createAnchors?.(page) ?? githubAnchors(),
        framework.componentAnchors,
      );
      const readable = makeReadable(tree);
      dropBanner(readable, nameOf(page));
      const asWritten = isAsParsed(readable, tree.data?.contents) ? prepared.trim() : null;
      const title = named ?? textField(exported, 'title');
      return { ...readTree(readable, asWritten, { anchors, page }, title, fallback), lost, exported };
    } catch (thrown) {
      const reason = placedReason(thrown as Error, text.slice(0, text.length - body.length));
      warnings.push({
        file: page.file,
        message: `It does not parse as ${dialect}: ${reason}`,
        fellBack: true,
      });
    }
  }
  return plainBody(body, named ?? fallback);
}

/** A text as it is written, where nothing parses it. */
function plainBody(body: string, title: string): Body {
  const sections = plainSections(body, title);
  return { markdown: body, sections, links: [], anchors: [], title, lost: [], noise: [] };
}

/** A parser's `4:16: reason` with the line number of the whole file, front matter included. */
function placedReason({ message }: Error, above: string): string {
  const [, line, column, reason] = /^(\d+):(\d+): ([^]*)$/.exec(message) ?? [];
  if (line === undefined) return message;
  const linesAbove = above.split('\n').length - 1;
  const plain = reason
    ?.replace(/(?: \(\d+:\d+\))? \(mdx[\w-]*:[\w-]+\)$/, '')
    .replaceAll(/ at (\d+):(?=\d+\))/g, (_, other) => ` at ${Number(other) + linesAbove}:`);
  return `line ${Number(line) + linesAbove}, column ${column}: ${plain}`;
}

function readTree(
  tree: Root,
  written: string | null,
  { anchors, page: { built } }: { anchors: string[]; page: PageFile },
  named: string | null,
  fallback: string,
): Omit<Body, 'lost' | 'exported'> {
  const heading = firstTitle(tree.children);
  const own = manualTitle(tree) ?? inlineText(heading ?? { type: 'root', children: [] });
  const title = named === null || isOwnBeforeSite(named, own) ? own || fallback : named;
  const links = linksOf(tree);
  const markdown = (dropContents(tree) ? null : written) ?? writeMarkdown(tree).trim();
  return {
    title,
    anchors: built === undefined ? anchors : placeAnchors(tree, built),
    markdown: heading === null ? `# ${title}\n\n${markdown}` : markdown,
    sections: splitSections(tree, title),
    links,
    noise: findNoise(tree),
  };
}

/** `title: Errors | Guide` is for search engines: what stands behind the page's heading is the site's name. */
function isOwnBeforeSite(named: string, own: string): boolean {
  return own !== '' && named.startsWith(own) && /^ +[|·–—-] +\S/.test(named.slice(own.length));
}

function rewriteLinks(tree: Root, page: PageFile, readLink: Framework['readLink']): void {
  if (readLink === undefined) return;
  walk(tree, (node) => {
    if (node.type === 'link' || node.type === 'definition') node.url = readLink(node.url, page);
    else if (node.type === 'element' && node.name === 'a' && typeof node.attributes['href'] === 'string')
      node.attributes['href'] = readLink(node.attributes['href'], page);
  });
}

function linksOf(tree: Root): PageLink[] {
  const links: PageLink[] = [];
  walk(tree, (node) => {
    if (node.type === 'link') links.push({ text: inlineText(node), target: node.url });
  });
  return links;
}

function describe(
  { page, addresses, hash, text, own = text }: PageSource,
  framework: Framework,
  data: FrontMatter,
  body: Body,
  warnings: ContentWarning[],
): ParsedFile {
  const { file, built } = page;
  const isDraft = flagField(data, true, 'draft') && framework.buildsDrafts?.(page) !== true;
  const isLeftOut =
    built === undefined &&
    (isDraft || flagField(data, false, 'published') || framework.isUnpublished?.(page, data, text));
  const publication = built === undefined ? framework.publication?.(page, data) : undefined;
  const published = publishedNow(publication ?? always, Date.now());
  const changesAt = isLeftOut === true ? null : published.changesAt;
  if (isLeftOut === true || !published.is)
    return { file, hash, pages: [], targets: [], lost: [], noise: [], warnings, changesAt };
  const moved =
    built === undefined ? (slugOf(page, data) ?? framework.movedPath?.(page, data) ?? null) : null;
  const { path, ending } = placeOf(page, moved, addresses);
  const description = textField(data, 'description', 'summary');
  const sections =
    body.sections.length > 0
      ? body.sections
      : [{ anchor: null, heading: body.title, headingPath: [body.title], text: description ?? '' }];
  const made: Page = {
    path,
    url: built?.url ?? page.url ?? urlOf(path, ending, addresses.base),
    file,
    title: body.title,
    description,
    language: textField(data, 'lang', 'language', 'locale') ?? page.language,
    version: textField(data, 'version') ?? page.version,
    isDefault: page.isDefault ?? true,
    tags: listField(data, 'tags', 'keywords'),
    groups: listField(data, 'groups', 'access'),
    hash: warnings.some(({ fellBack }) => fellBack) ? hashOfFallback(hash) : hash,
    markdown: body.markdown,
    source: own === null || own === body.markdown ? null : packSource(own, body.markdown),
    sections,
    links: body.links,
    ...(page.origin !== undefined && { origin: page.origin }),
  };
  const hidden = page.hidden || isHidden(data);
  const paths = [path, ...(framework.otherPaths?.(page, data) ?? [])];
  const targets = paths.map((one) => ({ path: one, anchors: body.anchors }));
  const { lost, noise } = body;
  return { file, hash, pages: hidden ? [] : [made], targets, lost, noise, warnings, changesAt };
}

/** A hash unlike that of its source, so that a page that fell back is parsed again at the next deployment. */
function hashOfFallback(hash: string): string {
  return createHash('sha256').update(`${hash} fell back`).digest('hex');
}

/** The front matter fields of many frameworks that exclude a page from search. */
function isHidden(data: FrontMatter): boolean {
  const { exclude } = asObject(data['search']);
  return (
    flagField(data, true, 'hidden', 'noindex', 'unlisted', 'excludeFromSearch') ||
    flagField(data, false, 'search', 'pagefind') ||
    exclude === 'true'
  );
}

/** A path in front matter may have its own ending: `old/page.html`, `guide/`. */
function placeOf(
  page: PageFile,
  moved: string | null,
  addresses: Addresses,
): { path: string; ending: string } {
  const written = moved === null ? null : /^(.*?)(\/|\.html?)$/.exec(moved);
  if (written?.[1] !== undefined) return { path: written[1], ending: written[2] ?? '' };
  return { path: moved ?? page.path, ending: page.isIndex ? addresses.folderEnding : addresses.ending };
}

/** `getting-started.md` is "Getting started"; an index file is named after its folder. */
function nameOf({ file, path }: PageFile): string {
  const name = path === '' ? folderOf(file) : path;
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return words === '' ? 'Home' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of a page that could not be parsed, as sections without anchors. Takes linear time. */
function plainSections(text: string, title: string): Section[] {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/).map((block) => block.trim());
  return chunkBlocks(blocks).map((chunk) => ({
    anchor: null,
    heading: title,
    headingPath: [title],
    text: chunk,
  }));
}

/** Imports and exports, which run to the next blank line, and comments in braces. */
const moduleSyntax =
  /^(?:import[ \t]+(?:["'{*]|[\w$]+[ \t]*(?:,|from\b))|export[ \t]+(?:const|let|var|function|default|[{*]))[^\n]*(?:\n[^\n]+)*/gm;

/** A component's tag on its own line: what follows is Markdown in MDX, and HTML in Markdown up to a blank line. */
const ownTag = /^[ \t]{0,100}<\/?[A-Z][^\n<>]{0,1000}>[ \t]{0,100}$/gm;

/** An invalid MDX page, without the MDX syntax that Markdown would show as text. */
function withoutModuleSyntax(body: string): string {
  return withoutExpressions(
    mapProse(body, (prose) =>
      prose
        .replaceAll(moduleSyntax, '')
        .replaceAll(/\{\/\*[^*]*\*\/\}/g, '')
        .replaceAll(ownTag, '$&\n'),
    ),
  );
}
