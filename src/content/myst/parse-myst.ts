import type { Heading, PhrasingContent, Root, RootContent } from 'mdast';
import { splitFrontMatter } from '../front-matter.ts';
import type { PageFile } from '../site/site-facts.ts';
import { joinHtml } from '../markdown/join-html.ts';
import { mapOutsideCodeSpans, mapProse } from '../markdown/split-prose.ts';
import type { ParsedFormat } from '../parsed-format.ts';
import { parseBlocks, readDirective } from '../rst/blocks.ts';
import { plainText } from '../rst/plain-title.ts';
import { anchor, type Context, element, type Parse, type SphinxFacts, text } from '../rst/context.ts';
import { renderDirective } from '../rst/directives.ts';
import { normalName } from '../rst/ids.ts';
import { collectNames, createContext, linesOf } from '../rst/parse-rst.ts';
import { renderRole } from '../rst/roles.ts';
import type { MystNode } from './read-tokens.ts';
import { readMyst } from './tokenize-myst.ts';

/** Maximum nesting of directives. */
const maxNesting = 12;

/** Parses MyST; directives and roles are those of reStructuredText. https://myst-parser.readthedocs.io */
export function parseMyst(
  source: string,
  { facts = {} }: Pick<PageFile<SphinxFacts>, 'facts'>,
): ParsedFormat {
  const context = createContext(facts);
  const { data, body } = splitFrontMatter(source);
  const myst = data['myst'];
  const own =
    typeof myst === 'object' && myst !== null
      ? (myst as { substitutions?: Record<string, unknown> }).substitutions
      : undefined;
  const filled = substitute(body, {
    ...context.facts.substitutions,
    ...own,
    ...(data['substitutions'] as object),
  });
  const children = parseMystBlocks(filled, context);
  const root: Root = { type: 'root', children, data: { ids: context.ids.all() } };
  joinHtml(root);
  return { tree: root, data };
}

/** `{{ name }}`; filters and expressions are not evaluated. */
function substitute(body: string, values: Record<string, unknown>): string {
  if (!body.includes('{{')) return body;
  return mapProse(body, (prose) =>
    mapOutsideCodeSpans(prose, (part) =>
      part.replaceAll(/\{\{[ \t]*([\w-]+)(?:[^\w{}\n-][^{}\n]*)?\}\}/g, (_, name: string) => {
        const value = values[name] ?? values[name.toLowerCase()];
        return typeof value === 'string' ? value : '';
      }),
    ),
  );
}

function parseMystBlocks(source: string, context: Context): RootContent[] {
  if (context.nesting >= maxNesting) return [{ type: 'code', value: source }];
  context.nesting += 1;
  const nodes = blocksOf(readMyst(source), context);
  context.nesting -= 1;
  return nodes;
}

function parseOf(context: Context): Parse {
  return {
    blocks: (lines) => parseMystBlocks(lines.join('\n'), context),
    inline(source) {
      const [first] = parseMystBlocks(source.replaceAll('\n', ' '), context);
      return first?.type === 'paragraph' ? first.children : source === '' ? [] : [text(source)];
    },
  };
}

function blocksOf(nodes: MystNode[], context: Context): RootContent[] {
  return nodes.flatMap((node) => blockOf(node, context));
}

function blockOf(node: MystNode, context: Context): RootContent[] {
  const children = node.children ?? [];
  switch (node.type) {
    case 'mystTarget':
      context.pending.push(context.ids.give(normalName(node.label ?? '')));
      return [];
    case 'heading':
      return [headingOf(node, context)];
    case 'mystDirective':
      return [...pendingAnchors(context), ...directiveOf(node, context)];
    case 'comment':
    case 'blockBreak':
    case 'mystDirectiveError':
    case 'mystRoleError':
      return [];
    case 'definitionList':
      return [element('dl', {}, blocksOf(children, context))];
    case 'definitionTerm':
      return [element('dt', {}, inlinesOf(children, context))];
    case 'block':
    case 'definitionDescription':
      return blocksOf(children, context);
    case 'math':
      return [{ type: 'code', lang: 'latex', value: node.value ?? '' }];
    case 'html':
    case 'code':
    case 'thematicBreak':
      return [node as unknown as RootContent];
    case 'paragraph':
      if (children.length === 1 && children[0]!.type === 'image') return inlinesOf(children, context);
      return [...pendingAnchors(context), { type: 'paragraph', children: inlinesOf(children, context) }];
    case 'list':
    case 'listItem':
    case 'blockquote':
    case 'footnoteDefinition':
    case 'table':
    case 'tableRow':
      return [
        ...pendingAnchors(context),
        { ...node, children: blocksOf(children, context) } as unknown as RootContent,
      ];
    case 'tableCell':
      return [{ ...node, children: inlinesOf(children, context) } as unknown as RootContent];
    default:
      return inlineOf(node, context);
  }
}

function pendingAnchors(context: Context): RootContent[] {
  return context.pending.splice(0).map(anchor);
}

function headingOf(node: MystNode, context: Context): Heading {
  context.depth = node.depth ?? 1;
  const children = inlinesOf(node.children ?? [], context);
  const title = plainText(children);
  const id =
    context.facts.titleIds === true ? context.ids.take(title.replaceAll(' ', '-')) : context.ids.give(title);
  const named = context.pending.splice(0);
  if (context.facts.slugs === true) context.ids.take(slugOf(title));
  return {
    type: 'heading',
    depth: (node.depth ?? 1) as Heading['depth'],
    children,
    data: { anchor: /^id\d+$/.test(id) ? (named.at(-1) ?? id) : id },
  };
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

function directiveOf(node: MystNode, context: Context): RootContent[] {
  const lines = (node.value ?? '').split('\n');
  if (node.name === 'eval-rst') {
    const inner = linesOf(node.value ?? '');
    collectNames(inner, context);
    return parseBlocks(inner, context, null);
  }
  const read = readDirective(node.name ?? '', node.args ?? '', withoutYaml(lines), true);
  const given = Object.entries(node.options ?? {}).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  const directive = { ...read, options: { ...read.options, ...Object.fromEntries(given) } };
  return renderDirective(directive, context, parseOf(context));
}

/** Options between two `---` lines equal options with colons. */
function withoutYaml(lines: string[]): string[] {
  if (lines[0]?.trim() !== '---') return lines;
  const end = lines.indexOf('---', 1);
  if (end < 0) return lines;
  return [
    ...lines.slice(1, end).map((line) => line.replace(/^([\w-]+):[ \t]*(.*)/s, ':$1: $2')),
    '',
    ...lines.slice(end + 1),
  ];
}

function inlinesOf(nodes: MystNode[], context: Context): PhrasingContent[] {
  return nodes.flatMap((node) => inlineOf(node, context));
}

function inlineOf(node: MystNode, context: Context): PhrasingContent[] {
  switch (node.type) {
    case 'mystRole':
      return renderRole(node.name ?? '', node.value ?? '', context);
    case 'mystTarget':
      context.ids.give(normalName(node.label ?? ''));
      return [];
    case 'inlineMath':
      return [{ type: 'inlineCode', value: node.value ?? '' }];
    case 'comment':
    case 'mystRoleError':
      return [];
    case 'link':
      return linkOf(node, context);
    case 'text':
    case 'inlineCode':
    case 'break':
    case 'image':
    case 'html':
    case 'footnoteReference':
      return [node as unknown as PhrasingContent];
    default:
      if (node.children === undefined) return node.value === undefined ? [] : [text(node.value)];
      return [{ ...node, children: inlinesOf(node.children, context) } as unknown as PhrasingContent];
  }
}

/** `JupyterHub.db_url`, `PAMAuthenticator`: no file's name. */
const objectName =
  /^(?=.*[.A-Z])(?!.*\.(?:md|rst|txt|html?|ipynb|pdf|png|jpe?g|svg|gif|zip|json|ya?ml|toml|py|js|css)$)[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** A link may name a label, a heading or a page, and use its title. */
function linkOf(node: MystNode, context: Context): PhrasingContent[] {
  const { places = {} } = context.facts;
  const url = (node.url ?? '').replace(/^project:/, '');
  const [path = '', fragment] = url.split('#');
  const children = inlinesOf(node.children ?? [], context);
  const label = places[`ref:${normalName(fragment ?? url)}`];
  const page = places[`doc:${path}`];
  const isLabel = label !== undefined && (path === '' || fragment === undefined);
  const inPage = fragment === undefined || page === undefined ? undefined : `${page.url}#${fragment}`;
  const target = isLabel ? label.url : (inPage ?? page?.url ?? url);
  const title = (isLabel ? label.title : page?.title) ?? places[`heading:${fragment}`]?.title ?? '';
  const shown = children.length > 0 ? children : [text(title || url)];
  // What `autodoc` takes from the program has no page here.
  if (target === url && objectName.test(url)) return shown;
  return [{ type: 'link', url: target, children: shown as never }];
}
