import { createHash } from 'node:crypto';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { asObject } from './config/values.ts';
import { frameworkNamed } from './frameworks/detect-framework.ts';
import type { Addresses, Framework, PageFile } from './frameworks/framework.ts';
import { folderOf } from './frameworks/paths.ts';
import { flagField, listField, splitFrontMatter, textField, type FrontMatter } from './front-matter.ts';
import { assignAnchors } from './markdown/anchors.ts';
import { isCleanMarkdown, writeMarkdown } from './markdown/clean-markdown.ts';
import { fillPlainVariables, fillVariables } from './markdown/fill-variables.ts';
import { type Dialect, parseMarkdown } from './markdown/parse-markdown.ts';
import { makeReadable } from './markdown/readable.ts';
import { inlineText } from './markdown/section-text.ts';
import { firstTitle, splitSections } from './markdown/sections.ts';
import { placeParts } from './mdx/place-parts.ts';
import { vueValues } from './mdx/vue-values.ts';
import { withoutModuleSyntax } from './mdx/without-module-syntax.ts';
import type { ContentWarning, Page, PageLink, Section } from './page.ts';
import { plainSections } from './plain-page.ts';
import { withoutEnd } from '../lib/without-end.ts';

/** All that a page is made from, as data. */
export type PageSource = {
  framework: string;
  page: PageFile;
  addresses: Addresses;
  text: string;
  hash: string;
  /** The texts of the files that it takes in by its syntax, by their paths, and the folders that they may start from. */
  parts?: Record<string, string>;
  sourceRoots?: string[];
  /** The operation of an API that is shown below its text, as Markdown. */
  operation?: string | null;
  /** What `{{ name }}` stands for; null when that is plain text. */
  variables?: Record<string, string> | null;
};

/** What one source file gave. */
export type ParsedFile = {
  file: string;
  hash: string;
  /** What may be searched and shown. Empty for a draft or a hidden page. */
  pages: Page[];
  /** Every path that the file answers to, hidden pages too, with the fragments that links to it can have. */
  targets: LinkTarget[];
  /** Expressions that could not be known without running them, as they are written. */
  lost: string[];
  warnings: ContentWarning[];
};

export type LinkTarget = { path: string; anchors: string[] };

type Body = {
  markdown: string;
  sections: Section[];
  links: PageLink[];
  anchors: string[];
  title: string;
  lost: string[];
};

/**
 * Makes a source file into its page. Pure: the same source gives the same page, and nothing else is read. Never
 * throws for what a file holds: what does not parse as MDX is read as Markdown, with a warning.
 */
export function parsePage(source: PageSource): ParsedFile {
  const framework = frameworkNamed(source.framework);
  const { data, body, warning } = splitFrontMatter(source.text);
  const warnings = warning === null ? [] : [{ file: source.page.file, message: warning }];
  const named = textField(data, 'title') ?? null;
  const fallback = source.page.title ?? textField(data, 'sidebar_label') ?? nameOf(source.page);
  const read = readBody(source, framework, { data, body, named, fallback }, warnings);
  return describe(source, framework, data, read, warnings);
}

/** The page of a file whose Markdown takes too long or too much to parse: its text as it is written. */
export function parsePlainPage(source: PageSource, reason: string): ParsedFile {
  const framework = frameworkNamed(source.framework);
  const { data, body } = splitFrontMatter(source.text);
  const title = textField(data, 'title') ?? source.page.title ?? nameOf(source.page);
  const read = {
    markdown: body,
    sections: plainSections(body, title),
    links: [],
    anchors: [],
    title,
    lost: [],
  };
  return describe(source, framework, data, read, [
    { file: source.page.file, message: reason, fellBack: true },
  ]);
}

type Written = { data: FrontMatter; body: string; named: string | null; fallback: string };

function readBody(
  source: PageSource,
  framework: Framework,
  { data, body, named, fallback }: Written,
  warnings: ContentWarning[],
): Body {
  const { page, text } = source;
  for (const [attempt, dialect] of page.dialects.entries()) {
    const written = attempt === 0 ? body : withoutModuleSyntax(body);
    try {
      const { tree, isAsWritten, lost } = parseTree(source, framework, data, written, dialect, warnings);
      const clean =
        isAsWritten && dialect !== 'html' && isCleanMarkdown(tree, written) ? written.trim() : null;
      const anchors = assignAnchors(tree, framework.createAnchors(page), framework.componentAnchors);
      return { ...readTree(makeReadable(tree), clean, anchors, named, fallback), lost };
    } catch (thrown) {
      const reason = placedReason(thrown as Error, text.slice(0, text.length - body.length));
      warnings.push({
        file: page.file,
        message: `It does not parse as ${dialect}: ${reason}`,
        fellBack: true,
      });
    }
  }
  const title = named ?? fallback;
  return { markdown: body, sections: plainSections(body, title), links: [], anchors: [], title, lost: [] };
}

type ParsedTree = { tree: Root; isAsWritten: boolean; lost: string[] };

/** The page's tree with all that it takes in. */
function parseTree(
  source: PageSource,
  framework: Framework,
  data: FrontMatter,
  body: string,
  dialect: Dialect,
  warnings: ContentWarning[],
): ParsedTree {
  const { page, parts = {}, sourceRoots = [], operation = null, variables = null } = source;
  const options = { directives: framework.directives === true };
  const lost: string[] = [];
  const isVue = framework.variables === 'vue';
  const valueOf = (name: string): string | null => variables?.[name] ?? null;
  const parse = (text: string): Root => {
    const hasVariables = text.includes('{{') && (isVue || variables !== null);
    const plain = hasVariables && !isVue ? fillPlainVariables(text, valueOf) : text;
    const root = parseMarkdown(framework.prepare(plain), dialect, options);
    if (!hasVariables) return root;
    const lookup = isVue ? vueValues(root, { file: page.file, data, parts, sourceRoots }) : valueOf;
    const filled = fillVariables(root, { lookup, inCode: !isVue });
    lost.push(...filled.lost);
    return filled.root;
  };
  let tree = parse(body);
  if (dialect === 'mdx') {
    const placed = placeParts(tree, { file: page.file, data, parts, sourceRoots, parse });
    for (const message of placed.lost.messages) warnings.push({ file: page.file, message });
    lost.push(...placed.lost.expressions);
    tree = placed.root;
  }
  if (operation !== null) {
    tree = { ...tree, children: [...tree.children, ...parseMarkdown(operation, 'markdown').children] };
  }
  return { tree, isAsWritten: operation === null && !body.includes('{{') && tree.children.length > 0, lost };
}

/** A parser's `4:16: reason` with the line of the file, whose front matter stands above. */
function placedReason({ message }: Error, above: string): string {
  const [, line, column, reason] = /^(\d+):(\d+): ([^]*)$/.exec(message) ?? [];
  if (line === undefined) return message;
  return `line ${Number(line) + above.split('\n').length - 1}, column ${column}: ${reason}`;
}

function readTree(
  tree: Root,
  written: string | null,
  anchors: string[],
  named: string | null,
  fallback: string,
): Omit<Body, 'lost'> {
  const heading = firstTitle(tree.children);
  const title = named ?? (inlineText(heading ?? { type: 'root', children: [] }) || fallback);
  const markdown = written ?? writeMarkdown(tree).trim();
  return {
    title,
    anchors,
    markdown: heading === null ? `# ${title}\n\n${markdown}` : markdown,
    sections: splitSections(tree, title),
    links: linksOf(tree),
  };
}

function linksOf(tree: Root): PageLink[] {
  const links: PageLink[] = [];
  visit(tree, 'link', (link) => void links.push({ text: inlineText(link), target: link.url }));
  return links;
}

function describe(
  { page, addresses, hash }: PageSource,
  framework: Framework,
  data: FrontMatter,
  body: Body,
  warnings: ContentWarning[],
): ParsedFile {
  const { file } = page;
  if (flagField(data, true, 'draft') || flagField(data, false, 'published')) {
    return { file, hash, pages: [], targets: [], lost: [], warnings };
  }
  const path = framework.movedPath(page, data) ?? page.path;
  const description = textField(data, 'description', 'summary');
  const sections = body.sections.length > 0 ? body.sections : [emptySection(body.title, description)];
  const made: Page = {
    path,
    url:
      page.extra?.['url'] ??
      urlOf(path, page.isIndex ? addresses.folderEnding : addresses.ending, addresses.base),
    file,
    title: body.title,
    description,
    language: textField(data, 'lang', 'language', 'locale') ?? page.language,
    version: textField(data, 'version') ?? page.version,
    tags: listField(data, 'tags', 'keywords'),
    groups: listField(data, 'groups', 'access'),
    hash: warnings.some(({ fellBack }) => fellBack) ? hashOfFallback(hash) : hash,
    markdown: body.markdown,
    sections,
    links: body.links,
  };
  const hidden = page.hidden || isHidden(data);
  return {
    file,
    hash,
    pages: hidden ? [] : [made],
    targets: [{ path, anchors: body.anchors }],
    lost: body.lost,
    warnings,
  };
}

/** Another hash than that of its source: a page that fell back is parsed again at the next deployment. */
function hashOfFallback(hash: string): string {
  return createHash('sha256').update(`${hash} fell back`).digest('hex');
}

/** Frameworks have many words for a page that search should not find. */
function isHidden(data: FrontMatter): boolean {
  const { exclude } = asObject(data['search']);
  return (
    flagField(data, true, 'hidden', 'noindex', 'unlisted') ||
    flagField(data, false, 'search', 'pagefind') ||
    exclude === 'true'
  );
}

function emptySection(title: string, description: string | null): Section {
  return { anchor: null, heading: title, headingPath: [title], text: description ?? '' };
}

function urlOf(path: string, ending: string, base: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${withoutEnd(base, '/')}/${encoded}${path === '' ? '' : ending}`;
}

/** `getting-started.md` is "Getting started"; an index file is called as its folder. */
function nameOf({ file, path }: PageFile): string {
  const name = path === '' ? folderOf(file) : path;
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return words === '' ? 'Home' : words.charAt(0).toUpperCase() + words.slice(1);
}
