import type { AsciidocFacts } from '../../asciidoc/parse-asciidoc.ts';
import { relative } from 'node:path/posix';
import { attributesOf, findAsciidocIncludes, includeCandidates } from '../../asciidoc/asciidoc-includes.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import type { FindIncludes } from '../../includes/include-syntax.ts';
import { hashicorpTargets } from './hashicorp-anchors.ts';
import type { Dialect } from '../../site/site-facts.ts';
import { readAttributeLists } from '../../markdown/kramdown.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import { readWikiLinks } from '../wiki/links.ts';
import { mapProse } from '../../markdown/split-prose.ts';
import { readAsciidocBooks } from './asciidoc-books.ts';
import { dependsOn } from '../depends-on.ts';
import { createDoxygenLinks } from './doxygen-links.ts';
import { findConfigs, hasOnlyTrials, isVendored } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import { anchorRules } from '../learn-anchors.ts';
import { movedBy, newPage, newSite } from '../new-site.ts';
import { isAsciidoc, isDocsFile, isRst } from '../../site/endings.ts';
import { folderOf, isIndexFile, literalPath, withoutPartials } from '../../site/paths.ts';
import { findSphinxIncludes } from '../sphinx/includes.ts';

/** Dot folders, and partials. */
const unpublished = /(?:^|\/)(?:\.|_[^/]*\.adoc$)/;

const inTests = /(?:^|\/)(?:tests?|__tests__|fixtures|__fixtures__|testdata)\//;

const importLine = /^import[ \t][^\n'"]{1,200}[ \t]from[ \t]+(['"])[^'"\n]{1,200}\1;?[ \t]*$/gm;

/** `## Heading {/*id*\/}`, also in Markdown that is no MDX to its ending: React's docs. */
const commentedId =
  /^( {0,3}#{1,6}[ \t][^\n]*?)(?<![ \t])[ \t]*\{\/\*[ \t]*#?([\w.:-]+)[ \t]*\*\/\}[ \t]*$/gm;

/** `## Heading {.class}` of CommonMark's extensions: https://commonmark.thephpleague.com/2.x/extensions/attributes/ */
const headingClass = /^( {0,3}#{1,6}[ \t][^\n{]*?)(?<![ \t])[ \t]*\{\.[A-Za-z][^{}\n]{0,200}\}[ \t]*$/gm;

/** `{: .info}` of kramdown, ExDoc and others. */
const attributeList = /\{:[ \t]*[.#][a-z][\w-]*[^{}\n]{0,200}\}/i;

const indexNames = ['index', 'README', 'readme'];

/** The rule of its ids, other paths of a book, and what is known of AsciiDoc. */
type Facts = AsciidocFacts & { anchors?: string; isHashicorp?: true; parts?: string[] };

const mystDialects: Dialect[] = ['myst', 'markdown'];

/**
 * Markdown, reStructuredText and AsciiDoc without a known framework: URLs follow the folders, as on a static server.
 */
export const plain: Framework<Facts> = {
  name: 'plain',
  async open(tree, _readConfig, { baseUrl = '' }) {
    const { files: all } = tree;
    const isLeftOut = hasOnlyTrials(all)
      ? () => false
      : (file: string) => inTests.test(file) || isVendored(file, all);
    const listed = all.filter((file) => isDocsFile(file) && !unpublished.test(file) && !isLeftOut(file));
    const docs = withoutPartials(listed);
    const { parts, bookOf, elsewhere, hasGithubIds } = await readAsciidocBooks(tree, docs.filter(isAsciidoc));
    const files = docs.filter((file) => !parts.has(file));
    // The projects of MyST's own tools, whose addresses follow the files. https://mystmd.org/guide/frontmatter
    const projects = findConfigs(all, /(?:^|\/)myst\.ya?ml$/).map(folderOf);
    const isMystPage = (file: string): boolean =>
      file.endsWith('.md') && projects.some((folder) => folder === '' || file.startsWith(`${folder}/`));
    const isHashicorp = (await dependsOn(tree, /^@hashicorp\//)) !== null;
    const partsOf = Map.groupBy(parts.keys(), (part) => parts.get(part));
    const pages = files.map((file) => {
      const book = bookOf.get(file);
      const others = Object.entries(elsewhere.get(file) ?? {}).map(([id, other]) => [
        id,
        relative(folderOf(file), other),
      ]);
      const within = partsOf.get(file)?.map((part) => literalPath(part, indexNames));
      return newPage(file, literalPath(file, indexNames), {
        isIndex: isIndexFile(file, indexNames),
        ...(isMystPage(file) && { dialects: mystDialects }),
        facts: {
          ...(isHashicorp && { isHashicorp }),
          ...(book !== undefined && { book: relative(folderOf(file), book) }),
          ...(within !== undefined && { parts: within }),
          ...(hasGithubIds && isAsciidoc(file) && { hasGithubIds }),
          ...(others.length > 0 && { elsewhere: Object.fromEntries(others) }),
        },
      });
    });
    const linkDoxygen = createDoxygenLinks(tree, pages);
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      assemble: async ({ file }, text, warn) => {
        const find = findIncludes(file, text);
        if (find === null) return { text: readWikiLinks(await linkDoxygen(text, file), file, tree, false) };
        return { text: await expandIncludes(text, file, { find, tree, warn }) };
      },
    });
  },
  failsWithout: 'pages',
  // The pages of a site whose configuration lies elsewhere may hold admonitions, and Markdown that it takes for MDX.
  directives: true,
  prepare(body, { facts, dialects }) {
    const isMdx = dialects.includes('mdx');
    const text = /import |\{\/\*/.test(body)
      ? mapProse(body, (prose) =>
          isMdx ? prose : prose.replaceAll(importLine, '').replaceAll(commentedId, '$1 {#$2}'),
        )
      : body;
    const tagged = percentTags(
      text.includes('{.') ? mapProse(text, (prose) => prose.replaceAll(headingClass, '$1')) : text,
    );
    const read = attributeList.test(tagged) ? readAttributeLists(tagged) : tagged;
    return facts?.isHashicorp === true ? hashicorpTargets(read) : read;
  },
  // GitHub, which shows most of these, gives ids to headings in HTML, too.
  createAnchors: ({ facts }) =>
    Object.assign(anchorRules[facts?.anchors ?? 'github']!(), { namesHtml: true }),
  // Links to the parts of a book lead to the book.
  otherPaths: ({ facts }) => facts?.parts ?? [],
  movedPath: movedBy('permalink', 'slug'),
};

/** Markdown alone has no includes. */
function findIncludes(file: string, page: string): FindIncludes | null {
  if (isRst(file)) return (text, from) => findSphinxIncludes(text, from, '');
  if (!isAsciidoc(file)) return null;
  const attributes = attributesOf(page);
  return (text, from) => findAsciidocIncludes(text, from, attributes, includeCandidates);
}
