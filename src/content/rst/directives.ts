import { withoutEnd } from '../../lib/without-end.ts';
import type { RootContent } from 'mdast';
import { parseHtml } from '../markdown/html-page.ts';
import {
  anchor,
  type Context,
  type Directive,
  element,
  paragraph,
  type Parse,
  strong,
  text,
} from './context.ts';
import { normalName, objectId } from './ids.ts';
import { linkTo, parseInline } from './inline.ts';
import { readCsvTable, readListTable } from './list-tables.ts';
import { isObject, namespaceOf, renderObject } from './objects.ts';
import { isShownInHtml } from './only.ts';
import { plainText, plainTitle } from './plain-title.ts';

const admonitions = new Set(
  'note tip warning caution danger error hint important attention seealso admonition'.split(' '),
);

const versions: Record<string, string> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
  versionremoved: 'Removed in version',
  'deprecated-removed': 'Deprecated since version',
};

const code = new Set(
  'code code-block sourcecode parsed-literal prompt ipython doctest testcode testoutput code-cell console productionlist math math-block terminal jupyter-execute plot program-output'.split(
    ' ',
  ),
);

const diagrams = new Set([
  'mermaid',
  'graphviz',
  'digraph',
  'graph',
  'uml',
  'plantuml',
  'inheritance-diagram',
]);

/** Directives that only configure the build, or whose content the build generates. */
const unseen = new Set(
  'contents index highlight highlightlang sectionauthor codeauthor moduleauthor meta tabularcolumns default-role role todo todolist sectnum section-numbering header footer target-notes default-domain include literalinclude testsetup testcleanup bibliography autosummary-toc local footbibliography youtube video iframe html_meta rst-prolog thebe-button tags ogp title disqus acks-toc postlist'.split(
    ' ',
  ),
);

const tabs = new Set(['tab', 'tab-item', 'group-tab']);

const unfolding = new Set(['dropdown', 'details', 'collapse', 'toggle', 'spoiler', 'expand']);

const cards = new Set(['card', 'grid-item-card', 'panels', 'button-link', 'button-ref']);

/** The visible nodes of a directive, in reStructuredText and in MyST. */
export function renderDirective(directive: Directive, context: Context, parse: Parse): RootContent[] {
  const { name, options } = directive;
  const label = options['name'];
  const id = label === undefined ? [] : [anchor(context.ids.give(normalName(label)))];
  return [
    ...id,
    ...render(
      { ...directive, name: /^[a-z]+:[\w-]+$/.test(name) ? name : name.toLowerCase() },
      context,
      parse,
    ),
  ];
}

function render(directive: Directive, context: Context, parse: Parse): RootContent[] {
  const { name, argument, options, body } = directive;
  const inline = (value: string): RootContent[] =>
    value.trim() === '' ? [] : [paragraph(parse.inline(value))];
  if (admonitions.has(name)) {
    if (name === 'admonition')
      return [element('Admonition', { type: 'note', title: plainTitle(argument) }, parse.blocks(body))];
    const blocks = [...inline(argument), ...parse.blocks(body)];
    return [element('Admonition', { type: name === 'seealso' ? 'see also' : name }, blocks)];
  }
  const version = versions[name];
  if (version !== undefined) return versionNote(version, argument, parse.blocks(body), parse);
  if (code.has(name)) return codeOf(directive, context);
  if (diagrams.has(name))
    return body.length === 0 ? [] : [{ type: 'code', lang: name, value: body.join('\n') }];
  if (tabs.has(name)) return [element('Tab', { title: plainTitle(argument) }, parse.blocks(body))];
  if (unfolding.has(name)) return [element('Shown', { title: plainTitle(argument) }, parse.blocks(body))];
  if (cards.has(name)) return cardOf(directive, context, parse);
  if (isObject(directive)) return renderObject(directive, context, parse);
  switch (name) {
    case 'figure':
    case 'image':
    case 'video-figure':
      return [
        paragraph([{ type: 'image', url: argument.trim(), alt: options['alt'] ?? '' }]),
        ...parse.blocks(body),
      ];
    case 'toctree':
      return renderToctree(directive, context);
    case 'currentmodule':
    case 'py:currentmodule':
      context.module = argument.trim() === 'None' ? '' : argument.trim();
      return [];
    case 'c:namespace':
    case 'cpp:namespace':
      context.scope = namespaceOf(argument);
      return [];
    case 'program':
      context.program = argument.trim() === 'None' ? '' : argument.trim();
      return [];
    case 'rubric':
    case 'centered':
      return [strong(plainTitle(argument))];
    case 'topic':
    case 'sidebar':
    case 'margin':
      return [...(argument === '' ? [] : [strong(plainTitle(argument))]), ...parse.blocks(body)];
    case 'code-tab': {
      const [lang = '', ...title] = argument.split(/\s+/);
      const block: RootContent = { type: 'code', lang, value: body.join('\n') };
      return [element('Tab', { title: title.join(' ') || lang }, [block])];
    }
    case 'glossary':
      return glossaryOf(body, context, parse);
    case 'list-table':
    case 'flat-table':
      return [...inline(argument), ...readListTable(body, parse)];
    case 'csv-table':
      return [...inline(argument), ...readCsvTable(body, options, parse)];
    case 'table':
      return [...inline(argument), ...parse.blocks(body)];
    case 'autosummary':
      return renderToctree(directive, context);
    case 'only':
      return isShownInHtml(argument) ? parse.blocks(body) : [];
    case 'raw':
      return argument.trim() === 'html' ? parseHtml(body.join('\n')).children : [];
    case 'hlist':
    case 'ifconfig':
    default:
      return unseen.has(name) ? [] : parse.blocks(body);
  }
}

function versionNote(label: string, argument: string, blocks: RootContent[], parse: Parse): RootContent[] {
  const [, version = '', words = ''] = /^(\S*)\s*(.*)/s.exec(argument) ?? [];
  const said = words === '' ? [] : parse.inline(words);
  const [first, ...rest] = blocks;
  const line = first?.type === 'paragraph' && words === '' ? first.children : said;
  const others = first !== undefined && line === said ? [first, ...rest] : rest;
  const colon = line.length > 0 ? ': ' : '.';
  return [paragraph([text(`${label} ${version}${colon}`), ...line]), ...others];
}

function codeOf({ name, argument, options, body }: Directive, context: Context): RootContent[] {
  const isParsed = name === 'parsed-literal';
  const lang = name.startsWith('math') ? 'latex' : isParsed ? '' : argument.split(/\s/)[0];
  // Math and prompts may begin on the directive's own line.
  const isText = /^(?:math|productionlist)/.test(name) && argument !== '';
  const written = withoutEnd([...(isText ? [argument] : []), ...body].join('\n'), '\n');
  const value = isParsed ? plainText(parseInline(written, context)) : written;
  if (value === '') return [];
  const caption = options['caption'];
  const block: RootContent = { type: 'code', lang: lang || null, value };
  return caption === undefined ? [block] : [strong(plainTitle(caption)), block];
}

function cardOf({ argument, options, body }: Directive, context: Context, parse: Parse): RootContent[] {
  const link = options['link'] ?? '';
  const place = context.facts.places?.[`${options['link-type'] ?? 'ref'}:${link}`];
  const href = place?.url ?? (link.includes('/') ? link : '');
  const title = plainTitle(argument);
  const inner = parse.blocks(body.filter((line) => !/^(?:\^{3,}|\+{3,})$/.test(line)));
  if (title === '') return inner;
  return [element('Card', { title, ...(href !== '' && { href }) }, inner)];
}

/** Glossary terms; consecutive terms share one definition. */
function glossaryOf(body: string[], context: Context, parse: Parse): RootContent[] {
  const nodes: RootContent[] = [];
  let lines: string[] = [];
  const endDefinition = (): void => {
    nodes.push(...parse.blocks(lines.map((line) => line.replace(/^ {1,3}(?=\S)|^ {4}|^\t/, ''))));
    lines = [];
  };
  for (const line of body) {
    if (/^\s|^$/.test(line)) {
      lines.push(line);
      continue;
    }
    endDefinition();
    if (line.startsWith('.. ')) continue;
    const [term = ''] = line.split(' : ');
    const id = context.ids.takeNew(objectId('term', plainTitle(term)), 'term');
    nodes.push(element('dt', { id }, parse.inline(term)));
  }
  endDefinition();
  return [element('dl', {}, nodes)];
}

/** The pages of a `toctree` or an `autosummary` as links; a hidden toctree is only for the sidebar. */
function renderToctree(
  { name, options, body }: Directive,
  { facts: { places = {} }, module }: Context,
): RootContent[] {
  if ('hidden' in options || 'includehidden' in options) return [];
  const items = body.flatMap((line): RootContent[] => {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('..') || entry === 'self') return [];
    const [, title, written] = /^(.*[^\s<])\s*<([^<>]+)>$/.exec(entry) ?? [];
    const target = (written ?? entry).replace(/^~/, '');
    const place =
      name === 'autosummary'
        ? (places[`obj:${target}`] ?? places[`obj:${module}.${target}`])
        : places[`doc:${target}`];
    if (name === 'toctree' && place === undefined && !target.includes('://')) return [];
    const shown = title ?? (place?.title || target);
    const url = place?.url ?? (target.includes('://') ? target : '');
    return [{ type: 'listItem', spread: false, children: [paragraph(linkTo(url, shown))] as never }];
  });
  return items.length === 0
    ? []
    : [{ type: 'list', ordered: false, spread: false, children: items as never }];
}
