import { load, LoggerManager, MemoryLogger } from '@asciidoctor/core';
import { asText } from '../config/values.ts';
import type { PageFile } from '../site/site-facts.ts';
import type { FrontMatter } from '../front-matter.ts';
import { parseHtml } from '../markdown/html-page.ts';
import type { ParsedFormat } from '../parsed-format.ts';

/**
 * Attributes that a page cannot override: no table of contents, no numbers and links in headings, and links that name
 * the source files of other pages.
 */
const attributes: Record<string, string | null> = {
  showtitle: '',
  experimental: '',
  relfilesuffix: '.adoc',
  'env-site': '',
  'site-gen': 'antora',
  toc: null,
  sectnums: null,
  sectanchors: null,
  sectlinks: null,
  'source-highlighter': null,
  icons: null,
};

/** What a site knows of a page in AsciiDoc. */
export type AsciidocFacts = {
  /** The attributes that its configuration sets. */
  attributes?: Record<string, string>;
  /** Whether ids are those of GitHub. */
  hasGithubIds?: true;
  /** The book that includes it, and the files that have ids of other chapters, from its own folder. */
  book?: string;
  elsewhere?: Record<string, string>;
};

/**
 * Parses AsciiDoc with Asciidoctor in its safest mode, in which it reads no file and no URL; the includes are already
 * expanded in the text.
 */
export async function parseAsciidoc(
  text: string,
  { facts = {} }: Pick<PageFile<AsciidocFacts>, 'facts'>,
): Promise<ParsedFormat> {
  LoggerManager.logger = new MemoryLogger();
  const read = (own: Record<string, string>) =>
    load(text, {
      safe: 'secure',
      attributes: {
        ...facts.attributes,
        ...own,
        ...attributes,
        ...(facts.attributes === undefined && { 'site-gen': null }),
      },
    });
  const isForGithub = facts.hasGithubIds === true;
  let document = await read(isForGithub ? githubIds : {});
  let converted = String(await document.convert());
  if (facts.attributes === undefined && !isForGithub && refersAsOnGithub(converted)) {
    document = await read(githubIds);
    converted = String(await document.convert());
  }
  converted = readAdmonitions(converted);
  const partOfIds = (name: string) => asText(document.getAttribute(name)) ?? '_';
  const html = referElsewhere(converted, facts, (title) =>
    idOfTitle(title, partOfIds('idprefix'), partOfIds('idseparator')),
  );
  const data: FrontMatter = {};
  for (const [name, key] of fields) {
    const value: unknown = document.getAttribute(name);
    if (typeof value === 'string' && value !== '') data[key] = value;
  }
  return { tree: parseHtml(html), data };
}

/** Where GitHub shows a file, `== How to` is `how-to` and not `_how_to`. */
const githubIds = { idprefix: '', idseparator: '-' };

/** Whether more of the page's references to itself lead somewhere with the ids that GitHub gives than with Asciidoctor's. */
function refersAsOnGithub(html: string): boolean {
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id));
  const ours = new Set(Array.from(ids, (id) => (id.startsWith('_') ? id.slice(1).replaceAll('_', '-') : '')));
  const named = Array.from(html.matchAll(/ href="#([^"]*)"/g), ([, id = '']) => id);
  const count = (of: Set<string>): number => named.filter((id) => of.has(id)).length;
  const only = (of: Set<string>, test: (id: string) => boolean): Set<string> => new Set([...of].filter(test));
  return count(only(ours, (id) => !ids.has(id))) > count(only(ids, (id) => id.startsWith('_')));
}

/** Header attributes that correspond to front matter. */
const fields: [string, string][] = [
  ['description', 'description'],
  ['keywords', 'keywords'],
  ['lang', 'lang'],
  ['page-aliases', 'aliases'],
  ['page-noindex', 'noindex'],
  ['page-tags', 'tags'],
];

/** What a chapter refers to and does not have is in the book that includes it, or in another chapter. */
function referElsewhere(
  html: string,
  { book, elsewhere }: AsciidocFacts,
  idOf: (title: string) => string,
): string {
  if (book === undefined && elsewhere === undefined) return html;
  const places = new Map(Object.entries(elsewhere ?? {}));
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id));
  return html.replaceAll(/ href="#([^"]*)"/g, (here, id: string) => {
    const place = places.get(id) ?? book;
    if (ids.has(id) || place === undefined) return here;
    return ` href="${encodeURI(place)}#${id.includes(' ') ? idOf(id) : id}"`;
  });
}

/**
 * The id of the section with a title, by which `<<Section Title>>` refers to it.
 * https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/
 */
function idOfTitle(title: string, prefix: string, separator: string): string {
  const kept = title.toLowerCase().replaceAll(/&[a-z#\d]{1,10};|[^\p{L}\p{M}\p{N}\p{Pc} .-]/gu, '');
  const words = kept.split(/[ .-]+/).filter((word) => word !== '');
  return prefix + (separator === '' ? kept.replaceAll(' ', '') : words.join(separator));
}

const admonition =
  /<div (?:id="([^"]*)" )?class="admonitionblock (\w+)(?:[^\w"][^"]*)?">\n<table>\n<tr>\n<td class="icon">\n<div class="title">[^<]*<\/div>\n<\/td>\n<td class="content">/y;

const tableEnd = '</td>\n</tr>\n</table>\n</div>';

/** Asciidoctor renders admonitions and some lists as tables; an admonition becomes a note that begins with its kind. */
function readAdmonitions(html: string): string {
  const open: boolean[] = [];
  const read: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of html.matchAll(
    /<div [^<>]*\badmonitionblock\b|<table>|<\/td>\n<\/tr>\n<\/table>\n<\/div>/g,
  )) {
    if (index < from) continue;
    if (mark === '<table>') open.push(false);
    else if (mark === tableEnd) {
      if (open.pop() !== true) continue;
      read.push(html.slice(from, index), '</blockquote>');
      from = index + mark.length;
    } else {
      admonition.lastIndex = index;
      const [whole, id, kind = ''] = admonition.exec(html) ?? [];
      if (whole === undefined) continue;
      open.push(true);
      const label = `<p><strong>${kind.charAt(0).toUpperCase()}${kind.slice(1)}:</strong></p>`;
      read.push(html.slice(from, index), `<blockquote${id === undefined ? '' : ` id="${id}"`}>${label}`);
      from = index + whole.length;
    }
  }
  return [...read, html.slice(from)].join('');
}
