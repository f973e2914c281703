import type { Root } from 'mdast';
import { markdownToMdast, mdxToMdast } from 'satteri';
import { directiveLabels, hasManyColons, readDirectives, withoutContainers } from './directives.ts';
import { parseHtml } from './html-page.ts';
import { readDefinitions } from './definitions.ts';
import { joinHtml } from './join-html.ts';
import type { Dialect } from '../site/site-facts.ts';
import { repairMdx } from './repair-mdx.ts';
import { mapOutsideCodeSpans, mapProse, proseOf, splitProse } from './split-prose.ts';
import { contentsOf } from './tree-contents.ts';
import { walk } from './walk.ts';

/** Heading attributes are for MDX only: in Markdown they would remove `{id}` from `## GET /users/{id}`. */
const mdx = { frontmatter: false, headingAttributes: true };
const markdown = { frontmatter: false };

/** Syntax beyond GitHub's: `:::note` containers, and `: text` below a term as its definition. */
type Extensions = { directives?: boolean | undefined; definitions?: boolean | undefined };

/**
 * Parses a page's body. Nothing in it is evaluated: JSX and expressions are syntax in the tree.
 * @throws Error with the position (`line:column: …`) and reason when MDX does not parse
 */
export function parseMarkdown(
  body: string,
  dialect: Dialect,
  { directives = false, definitions = false }: Extensions = {},
): Root {
  if (dialect === 'html') return parseHtml(body);
  if (dialect === 'mdx') requireShallow(body);
  const hasContainers = directives && body.includes(':::');
  const hasDirectives = hasContainers && !hasManyColons(body);
  const text = hasDirectives ? directiveLabels(body) : hasContainers ? withoutContainers(body) : body;
  const hasDefinitions = definitions && /\n[ \t]*:[ \t]/.test(body);
  const math = hasMath(text);
  const features = {
    ...(dialect === 'mdx' ? mdx : markdown),
    directive: hasDirectives,
    definitionList: hasDefinitions,
    math,
  };
  const parse = dialect === 'mdx' ? mdxToMdast : markdownToMdast;
  const written =
    dialect === 'mdx'
      ? mapProse(text, (prose) => openAutolinks(dropBetween(prose, '<!--', '-->')))
      : withoutMdxComments(text);
  const parseText = (written: string): Root => {
    const parsed = parse(written, { position: false, features }) as Root;
    if (written === body) parsed.data = { contents: contentsOf(parsed) };
    return parsed;
  };
  const root = parseRepaired(parseText, written, dialect);
  const tree = hasDirectives ? readDirectives(root) : root;
  if (hasDefinitions) readDefinitions(tree);
  if (math) readMath(tree);
  if (dialect === 'markdown') joinHtml(tree);
  return tree;
}

/** MDX that does not parse is tried once more with what can be repaired. @throws the first Error */
function parseRepaired(parse: (body: string) => Root, written: string, dialect: Dialect): Root {
  try {
    return parse(written);
  } catch (thrown) {
    const repaired = dialect === 'mdx' ? repairMdx(written) : written;
    if (repaired === written) throw thrown;
    try {
      return parse(repaired);
    } catch {
      throw thrown;
    }
  }
}

/** `<https://example.com>` is a tag in MDX, and no valid one: without its brackets it is a link, too. */
function openAutolinks(prose: string): string {
  if (!prose.includes('<http')) return prose;
  return mapOutsideCodeSpans(prose, (text) => text.replaceAll(/<(https?:\/\/[^\s<>{}]{1,2000})>/g, '$1'));
}

/** Markdown pages that were written for MDX may have MDX comments, which stay hidden. */
function withoutMdxComments(text: string): string {
  return text.includes('{/*') ? mapProse(text, (prose) => dropBetween(prose, '{/*', '*/}')) : text;
}

/** Removes comments outside of code spans; line numbers stay the same. */
function dropBetween(prose: string, opening: string, closing: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    let start = prose.indexOf(opening, from);
    while (start > 0 && prose[start - 1] === '`') start = prose.indexOf(opening, start + 1);
    const end = start < 0 ? -1 : prose.indexOf(closing, start + opening.length);
    if (end < 0) return kept + prose.slice(from);
    kept += prose.slice(from, start) + prose.slice(start, end).replaceAll(/[^\n]+/g, '');
    from = end + closing.length;
  }
}

/** What only formulas have: a command, or braces below or above the line. */
const latex = /\\[a-z]{2,}|[_^]\{/i;

/**
 * Whether prose has formulas between dollars. Few configurations say so in a way that can be read, and prices and
 * variables have dollars, too: `costs $5 and ${other}`.
 */
function hasMath(text: string): boolean {
  if (!text.includes('$') || !latex.test(text)) return false;
  return splitProse(text).some(
    ({ text: prose, isCode }) =>
      !isCode &&
      prose
        .split('$')
        .slice(1, -1)
        .some((between) => !between.startsWith('{') && latex.test(between)),
  );
}

/** Turns the parser's formulas into code; what has quotes, or spaces at its ends, is text between two dollars. */
function readMath(root: Root): void {
  walk(root, (node) => {
    const { type, value = '' } = node as { type: string; value?: string };
    if (type === 'math') Object.assign(node, { type: 'code', lang: 'latex', meta: null });
    if (type !== 'inlineMath') return;
    if (value === value.trim() && !/["']/.test(value)) Object.assign(node, { type: 'inlineCode' });
    else Object.assign(node, { type: 'text', value: `$${value}$` });
  });
}

/** Each level of these doubles the time of the parser; people write a few. */
const maxLevels = 16;

/**
 * Refuses MDX with tags in braces in tags, many levels deep: the parser takes twice as long for each level that is never
 * closed (`bench/parser-exponential.md`), and what is not closed does not parse in any case.
 * @throws Error
 */
function requireShallow(text: string): void {
  const open: boolean[] = [];
  let levels = 0;
  let isTag = false;
  for (const [mark] of proseOf(text).matchAll(/[<{}]/g)) {
    if (mark === '<') isTag = true;
    else if (mark === '{') {
      open.push(isTag);
      if (isTag && ++levels > maxLevels)
        throw new Error(`tags and expressions are nested more than ${maxLevels} deep`);
      isTag = false;
    } else if (open.pop() === true) levels--;
  }
}
