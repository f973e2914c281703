import { posix } from 'node:path';
import type {
  ExportNamedDeclaration,
  ImportDeclaration,
  ModuleDeclaration,
  Program,
  Statement,
} from 'estree';
import type { Link, Nodes } from 'mdast';
import { listAsciidocCode } from './asciidoc-code.ts';
import type { CodeItem, CodeKind, SiteBuild } from './code-item.ts';
import { CONTINUE, SKIP, visit } from 'unist-util-visit';
import { dialectCode } from './dialect-code.ts';
import { attributeCode, htmlCode } from './html-code.ts';
import { boundNames, isData, textsIn } from './js-data.ts';
import { fenceCode, listRstCode } from './rst-code.ts';
import { blocksAsQuotes } from '../../content/links/quoted-blocks.ts';
import { parsePageTree } from '../../content/links/scan-page.ts';
import { isDataFile } from '../docs-path.ts';
import { listDataCode } from './data-code.ts';
import { frontMatterCode } from './front-matter-code.ts';
import { includedFiles } from '../../content/includes/included-files.ts';
import { filledTemplates, templateKeys } from './template-code.ts';
import { isAsciidoc, isMdx, isRst } from '../../content/site/endings.ts';

/** Descriptions in data are Markdown, which no template language reads. */
const markdownAlone: SiteBuild = { asMdx: false, templates: null, hasDirectives: false };

/**
 * Lists the code of one page, API description or navigation file as data, without evaluating it. Literal values, and members of names that the page itself
 * imports or exports, are not code.
 * @param build what the site's build makes of Markdown
 */
export function listPageCode(path: string, text: string, build: SiteBuild): CodeItem[] {
  if (isDataFile(path))
    return listDataCode(path, text, (markdown) => listPageCode('description.md', markdown, markdownAlone));
  if (isRst(path)) return listRstCode(path, text);
  if (isAsciidoc(path)) return listAsciidocCode(path, text);
  const items = [...frontMatterCode(text), ...includedFiles(path, text)];
  if (build.templates !== null) items.push(...filledTemplates(text, build.templates));
  if (build.hasDirectives) items.push(...fenceCode(path, text));
  const asMdx = build.asMdx || isMdx(path);
  const tree = parsePageTree(asMdx ? text : blocksAsQuotes(text), asMdx);
  items.push(...dialectCode(tree, text, asMdx));
  const names: Names = { bound: new Set(), exported: [], pictures: new Set() };
  visit(tree, 'mdxjsEsm', (node) => {
    boundNames(programOf(node), names.bound);
    names.exported.push(...textsIn(programOf(node)).texts);
  });
  visit(tree, 'imageReference', ({ identifier }) => void names.pictures.add(identifier));
  const shown = linksShownAsCode(tree);
  visit(tree, (node) => void (shown.has(node) || addNode(node, path, text, names, items)));
  const { bound } = names;
  return items.filter(({ kind, key }) => kind !== 'component' || !bound.has(key.split('.')[0]!));
}

/** The syntax tree that `remark-mdx` adds to its nodes. The types of our other MDX parser, which adds none, hide it. */
function programOf({ data }: { data?: unknown }): Program | null | undefined {
  return (data as { estree?: Program | null } | undefined)?.estree;
}

type Names = {
  /** Names that the page itself imports or exports. */
  bound: Set<string>;
  /** Texts of its exports, one of which a name in an attribute may be. */
  exported: string[];
  /** References that show a picture. */
  pictures: Set<string>;
};

/** Elements whose content is shown as code. */
const codeTags = new Set(['code', 'pre', 'kbd', 'samp', 'tt']);

/** Addresses that are written as they are within an element of code: `<code>https://…</code>`. */
function linksShownAsCode(tree: Nodes): Set<Nodes> {
  const shown = new Set<Nodes>();
  visit(tree, (node) => {
    if (!('children' in node)) return CONTINUE;
    if ('name' in node && codeTags.has(node.name ?? '')) {
      visit(node, 'link', (link) => void addBare(link, shown));
      return SKIP;
    }
    // Markdown keeps the tags of HTML as siblings of what is between them.
    let open = 0;
    for (const child of node.children) {
      if (child.type === 'link' && open > 0) addBare(child, shown);
      const [, slash, name = ''] = (child.type === 'html' && /^<(\/?)(\w{1,10})/.exec(child.value)) || [];
      if (codeTags.has(name.toLowerCase())) open += slash === '' ? 1 : -1;
    }
    return CONTINUE;
  });
  return shown;
}

function addBare(link: Link, shown: Set<Nodes>): void {
  const [text] = link.children;
  if (text?.position?.start.offset === link.position?.start.offset) shown.add(link);
}

function addNode(node: Nodes, path: string, text: string, names: Names, items: CodeItem[]): void {
  const { bound } = names;
  const line = node.position?.start.line ?? 1;
  const add = (kind: CodeKind, key: string) => items.push({ kind, key, line });
  const addTag = (name: string, attributes: Record<string, string>) =>
    items.push(...htmlCode({ name, attributes, line }));
  const addExpression = (value: string, program: Program | null | undefined) => {
    if (!isData(program, bound)) add('expression', squeeze(value));
  };
  switch (node.type) {
    case 'mdxjsEsm':
      for (const statement of programOf(node)?.body ?? []) addStatement(statement, path, text, bound, add);
      break;
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      addExpression(node.value, programOf(node));
      break;
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement': {
      const attributes: Record<string, string> = {};
      for (const attribute of node.attributes) {
        if (attribute.type === 'mdxJsxExpressionAttribute')
          addExpression(attribute.value, programOf(attribute));
        else if (typeof attribute.value === 'object' && attribute.value !== null) {
          const { name, value } = attribute;
          attributes[name] = value.value;
          addExpression(value.value, programOf(value));
          const { texts, hasNames } = textsIn(programOf(value));
          for (const one of hasNames ? [...texts, ...names.exported] : texts)
            items.push(...attributeCode(node.name ?? '', name, one, line));
        } else attributes[attribute.name] = attribute.value ?? '';
      }
      if (node.name !== null) addTag(node.name, attributes);
      break;
    }
    case 'html':
      // The end that browsers see: they know no CDATA in HTML.
      items.push(...htmlCode({ html: node.value.replace(/^<!\[CDATA\[[^>]*>?/, ''), line }));
      break;
    case 'image':
    case 'link':
    case 'definition': {
      const isPicture =
        node.type === 'definition' ? names.pictures.has(node.identifier) : node.type === 'image';
      if (isPicture) addTag('img', { src: node.url });
      else addTag('a', { href: node.url });
      break;
    }
    case 'code':
      // Markdown-exec runs the code that it shows, and live code runs in the browser.
      if (/(?:^|[\s{])(?:exec(?:ute)?|live|eval)\b/.test(node.meta ?? ''))
        add('script', squeeze(`${node.lang} ${node.meta} ${node.value}`));
      break;
    case 'text':
      for (const key of templateKeys(node.value)) add('template', key);
      break;
    default:
      break;
  }
}

function addStatement(
  statement: Statement | ModuleDeclaration,
  path: string,
  text: string,
  bound: ReadonlySet<string>,
  add: (kind: CodeKind, key: string) => void,
): void {
  if (statement.type === 'ImportDeclaration') return add('import', importKey(statement, path));
  if (isDataExport(statement, bound)) return;
  const { start = 0, end = 0 } = statement as { start?: number; end?: number };
  add('export', squeeze(text.slice(start, end)));
}

/** A key for an import by its names and source, independent of how it is written. */
function importKey({ specifiers, source }: ImportDeclaration, path: string): string {
  const names = specifiers.map((each) =>
    each.type === 'ImportSpecifier' ? `{${each.local.name}}` : each.local.name,
  );
  const from = String(source.value).replace(/^@site\//, '');
  return `${names.sort().join(', ')} from ${from.startsWith('.') ? posix.join(posix.dirname(path), from) : from}`;
}

/** `export const version = '2.4.1'` is a value, not code. */
function isDataExport(statement: Statement | ModuleDeclaration, bound: ReadonlySet<string>): boolean {
  if (statement.type !== 'ExportNamedDeclaration') return false;
  const { declaration, source } = statement as ExportNamedDeclaration;
  if (source || declaration?.type !== 'VariableDeclaration') return false;
  return declaration.declarations.every(({ id, init }) => id.type === 'Identifier' && isData(init, bound));
}

const squeeze = (code: string) => code.replace(/\s+/g, ' ').trim();
