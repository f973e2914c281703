import { asObject } from '../../config/values.ts';
import type { PageFile } from '../../site/site-facts.ts';
import type { FrontMatter } from '../../front-matter.ts';
import { readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import type { HugoFacts, ShortcodeFacts } from './facts.ts';
import { fillTemplate } from './fill-template.ts';
import { findHugoTags, type HugoTag } from './tags.ts';
import { templatesAsCode } from '../../markdown/raw-text.ts';
import { fenced } from '../../markdown/section-text.ts';
import { mapProse, splitProse } from '../../markdown/split-prose.ts';
import { dedent } from '../../markdown/dedent.ts';

/** Admonition shortcodes of common themes. */
const admonitions = new Set(
  'alert note notice notification warning tip caution info important hint callout admonition danger success pageinfo attention box'.split(
    ' ',
  ),
);

const tabs = new Set(['tab', 'tabitem', 'codetab', 'md-tab']);

const unfolding = new Set(['details', 'expand', 'collapse', 'collapsible', 'spoiler', 'accordion-item']);

const code = new Set(['highlight', 'code', 'codeblock', 'prism']);

/** Shortcodes with the source of a diagram or formula. */
const drawn = new Set(['mermaid', 'katex', 'math', 'plantuml', 'goat', 'chart', 'drawio']);

const pictures = new Set(['figure', 'img', 'image', 'imgproc', 'picture', 'fig']);

/** Shortcodes whose only argument is their visible text. */
const worded = new Set(['kbd', 'badge', 'label', 'mark', 'abbr', 'key', 'button', 'text', 'term', 'gui']);

/** Context of a page's shortcodes. */
type Deps = ShortcodeFacts & {
  data: FrontMatter;
  /** How many of the site's own shortcodes may still stand within each other. */
  depth: number;
};

/** Each level is read once more, so hostile nesting costs at most this many readings of a page. */
const maxDepth = 6;

/** Turns Hugo's shortcodes into components, or into their output. */
export function hugoShortcodes(body: string, { facts }: PageFile<HugoFacts>, data: FrontMatter): string {
  if (!body.includes('{{')) return mapProse(body, readAttributes);
  const deps: Deps = {
    data,
    params: {},
    templates: {},
    refs: {},
    ...facts,
    depth: maxDepth,
  };
  const filled = mapProse(fillTags(body, deps), readAttributes);
  if (!filled.includes('/*')) return filled;
  const shown = filled.replaceAll(/\{\{([<%])\/\*/g, '{{$1').replaceAll(/\*\/([>%])\}\}/g, '$1}}');
  return templatesAsCode(shown);
}

/**
 * `{#id .class}` at the end of a heading and on the line after a block.
 * https://gohugo.io/content-management/markdown-attributes/
 */
function readAttributes(prose: string): string {
  return readHeadingAttributes(prose).replaceAll(/^[ \t]*\{(?:[.#][\w-]|[\w-]+=)[^{}\n]*\}[ \t]*$/gm, '');
}

function fillTags(body: string, deps: Deps): string {
  const tags = findHugoTags(body);
  const isCode = codeTest(body);
  const closers = new Map<number, string>();
  const filled: string[] = [];
  let from = 0;
  for (const [at, tag] of tags.entries()) {
    if (tag.start < from) continue;
    filled.push(body.slice(from, tag.start));
    from = tag.end;
    if (tag.isClosing) {
      filled.push(closers.get(at) ?? '');
      continue;
    }
    labelTabs(tag, tags.slice(at + 1, Math.max(at + 1, tag.closedBy)));
    const place = {
      line: body.slice(body.lastIndexOf('\n', tag.start - 1) + 1, tag.start),
      isCode: isCode(tag.start),
    };
    const inner = tag.closedBy < 0 ? null : body.slice(tag.end, tags[tag.closedBy]?.start);
    const { before, after, takesInner } = render(tag, inner, place, deps);
    filled.push(before);
    if (takesInner) from = tags[tag.closedBy]?.end ?? from;
    else closers.set(tag.closedBy, after);
  }
  return [...filled, body.slice(from)].join('');
}

/** `{{< tabs items="npm,pnpm" >}}` names its tabs. */
function labelTabs(tag: HugoTag, inside: HugoTag[]): void {
  const labels = tag.values['items']?.split(',') ?? [];
  const unnamed = inside.filter(({ name, isClosing }) => tabs.has(name) && !isClosing);
  for (const [at, tab] of unnamed.entries()) {
    const label = labels[at]?.trim();
    if (label !== undefined) tab.values['title'] ??= label;
  }
}

/** Hugo renders the shortcodes within one before the template around them. */
function fillInner(inner: string, deps: Deps): string {
  if (deps.depth === 0 || !inner.includes('{{')) return inner;
  return fillTags(inner, { ...deps, depth: deps.depth - 1 });
}

type Place = { line: string; isCode: boolean };

type Rendered = { before: string; after: string; takesInner: boolean };

function render(tag: HugoTag, inner: string | null, place: Place, deps: Deps): Rendered {
  const { values } = tag;
  const name = tag.name.slice(tag.name.lastIndexOf('/') + 1).replace(/\.html$/, '');
  const only = (before: string): Rendered => ({ before, after: '', takesInner: false });
  const around = (before: string, after: string): Rendered => ({ before, after, takesInner: false });
  const instead = (before: string): Rendered => ({ before, after: '', takesInner: inner !== null });
  if (name === 'ref' || name === 'relref') return only(refOf(values['path'] ?? values['0'] ?? '', deps));
  if (name === 'param' || name === 'siteparam')
    return only(paramOf(values['name'] ?? values['0'] ?? '', deps));
  if (name === 'comment') return instead('');
  const shown = values['title'] ?? values['header'] ?? values['name'] ?? values['summary'];
  const isBlock = place.line.trim() === '' && !place.isCode;
  const component = (start: string, end: string): Rendered =>
    isBlock ? around(ownLine(place.line, start), ownLine(place.line, `</${end}>`)) : around('', '');
  if (inner !== null && code.has(name)) {
    return instead(`\n${fenced(inner.trim(), values['lang'] ?? values['language'] ?? values['0'] ?? '')}\n`);
  }
  if (inner?.includes('\n') === true && drawn.has(name)) return instead(`\n${fenced(inner.trim(), name)}\n`);
  if (inner !== null && tabs.has(name)) {
    const title = shown ?? values['label'] ?? values['0'] ?? '';
    const language = values['lang'] ?? values['codelang'];
    if (language === undefined || tag.isMarkdown || inner.includes('```'))
      return component(openTag('Tab', { title }), 'Tab');
    return instead(`${ownLine('', openTag('Tab', { title }))}${fenced(inner.trim(), language)}\n\n</Tab>\n`);
  }
  if (inner !== null && admonitions.has(name)) {
    return component(
      openTag('Admonition', { type: kindOf(name, values), title: values['title'] ?? values['1'] }),
      'Admonition',
    );
  }
  if (inner !== null && unfolding.has(name)) {
    const summary = shown ?? values['0'] ?? '';
    return component(`<details>\n\n<summary>${summary}</summary>`, 'details');
  }
  if (pictures.has(name)) {
    const below = captionOf(values);
    return only(pictureOf(values) + (below === '' ? '' : isBlock ? ownLine(place.line, below) : ` ${below}`));
  }
  const template = deps.templates[name];
  if (typeof template === 'string') {
    const { text, showsInner } = fillTemplate(template, {
      values,
      inner: fillInner(inner ?? '', deps),
      paramOf: (path) => paramOf(path, deps),
    });
    if (inner?.trim() && !showsInner && !hidesInner(template)) {
      const code = codeOfInner(fillInner(inner, deps), values, template);
      return code === null ? around(isBlank(text) ? '' : `${text}\n\n`, '') : instead(code);
    }
    if (inner !== null) return instead(text);
    return only(isBlank(text) && !isBlock ? wordOf(values, place.line) : isBlock ? text : inOneLine(text));
  }
  if (worded.has(name) && inner === null)
    return only(values['text'] ?? values['content'] ?? values['0'] ?? '');
  if (tag.name.startsWith('filetree/'))
    return only(name === 'container' ? '' : `\n\n- ${values['name'] ?? ''}\n\n`);
  const text = firstOf(values, 'text', 'title', 'header');
  const href = values['href'] ?? values['link'] ?? values['url'];
  if (inner === null) return only(place.isCode ? '' : cardOf(text, href, values, isBlock));
  if (name !== 'card' && href !== undefined && !inner.includes('\n')) return around('[', `](${href})`);
  const { above, below } = aroundInner(values, href);
  if (above === '' || !isBlock) return around('', '');
  return around(ownLine(place.line, above), below === '' ? '' : ownLine(place.line, below));
}

function firstOf(values: Record<string, string>, ...names: string[]): string {
  const shown = names.map((name) => values[name]);
  return shown.find((one) => one !== undefined && !/^(?:true|false)$/.test(one)) ?? '';
}

/** What a card shows above and below its text. https://www.docsy.dev/docs/adding-content/shortcodes/#card-panes */
function aroundInner(values: Record<string, string>, href?: string): { above: string; below: string } {
  const title = linkTo(firstOf(values, 'text', 'title', 'header'), href);
  const header = values['title'] === undefined ? '' : firstOf(values, 'header');
  const under = [firstOf(values, 'subtitle', 'subheader'), firstOf(values, 'badge')];
  const above = [header, title, ...under, firstOf(values, 'caption')].filter((one) => one !== '');
  return { above: above.join(': '), below: firstOf(values, 'footer') };
}

/**
 * Some themes name an icon or a color where others name the kind.
 * https://blowfish.page/docs/shortcodes/#alert https://mcshelby.github.io/hugo-theme-relearn/shortcodes/notice/
 */
function kindOf(name: string, values: Record<string, string>): string {
  const { style = '' } = values;
  if (admonitions.has(style)) return style;
  const type = values['type'] ?? values['0'] ?? values['color'] ?? name;
  if (name === 'alert') return type !== name && (admonitions.has(type) || type === 'error') ? type : 'note';
  return /^[a-z]+$/.test(type) && type !== 'primary' ? type : name;
}

function refOf(written: string, { refs }: Deps): string {
  const [path = ''] = written.split('#', 1);
  return (refs[path] ?? path) + written.slice(path.length);
}

/** A card or a button: its title as a link, with its text below. */
function cardOf(
  text: string,
  href: string | undefined,
  values: Record<string, string>,
  isBlock: boolean,
): string {
  const linked = linkTo(text, href);
  const below = values['subtitle'] ?? values['description'];
  if (below === undefined || !isBlock) return linked;
  return linked === '' ? below : `\n\n${linked}: ${below}\n\n`;
}

function linkTo(text: string, href: string | undefined): string {
  return text === '' || href === undefined ? text : `[${text.replaceAll(/[[\]]/g, '')}](${href})`;
}

/** Whether a text has nothing visible, only tags. */
function isBlank(text: string): boolean {
  return text.replaceAll(/<[^<>]*>/g, '').trim() === '';
}

/** Within a line, a shortcode's argument stands in for output that depends on site data. */
function wordOf(values: Record<string, string>, line: string): string {
  const { text, title, name, term, term_id: id, 0: first } = values;
  if (first !== undefined && line.startsWith('#')) return first;
  return text ?? title ?? name ?? (term ?? id ?? '').replaceAll(/[-_]+/g, ' ');
}

/** Template output within a line is joined to one line. */
function inOneLine(text: string): string {
  if (text.includes('```')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

function pictureOf(values: Record<string, string>): string {
  const shown = [values['alt'], values['title'], values['caption']].find((text) => text !== undefined) ?? '';
  const source = (values['src'] ?? values['0'] ?? '').replaceAll(/[\s()]/g, '');
  return `![${shown.replaceAll(/[[\]]/g, '')}](${source})`;
}

/** The title and caption of a figure, without what stands in for its `alt`. https://gohugo.io/shortcodes/figure/ */
function captionOf({ alt, title, caption }: Record<string, string>): string {
  const shown = alt ?? title ?? caption;
  return [title, caption].filter((text) => text !== undefined && text !== '' && text !== shown).join(': ');
}

/** A parameter of the page, else of the site. Names are case-insensitive. */
function paramOf(path: string, { data, params }: Deps): string {
  const key = path.toLowerCase();
  const own = data[path] ?? asObject(data['params'])[path];
  const value = typeof own === 'string' ? own : params[key];
  return typeof value === 'string' ? value : '';
}

/** Whether an offset is in fenced code; offsets must be asked in ascending order. */
function codeTest(body: string): (at: number) => boolean {
  const pieces = splitProse(body);
  let [piece, end] = [0, pieces[0]?.text.length ?? 0];
  return (at) => {
    while (at >= end && piece < pieces.length - 1) {
      piece += 1;
      end += pieces[piece]?.text.length ?? 0;
    }
    return pieces[piece]?.isCode ?? false;
  };
}

/** What of a template shows nothing: conditions, assignments, comments and messages of the build. */
const silent = /^(?:(?:if|with|range|else|end|errorf|warnf)\b|\$\w*[ \t]*:?=|\/\*|$)/;

/**
 * Whether a template only takes its inner content in, as that of a comment does. One that shows it in a way which only a
 * build knows, as tabs collect those within them, does not hide it.
 */
function hidesInner(template: string): boolean {
  const actions = Array.from(
    template.matchAll(/\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g),
    ([, inside = '']) => inside.replace(/^-/, '').replace(/-$/, '').trim(),
  );
  const text = template.replaceAll(/\{\{(?:[^{}]|\{(?!\{)|\}(?!\}))*\}\}|<!--(?:[^<]|<(?!!--))*?-->/g, '');
  return (
    text.trim() === '' &&
    actions.every((action) => silent.test(action) && !/\bpartial|Scratch|Store\b/.test(action))
  );
}

/** The inner content as code, where the template makes code of it; null where it does not. */
function codeOfInner(inner: string, values: Record<string, string>, template: string): string | null {
  if (!/<pre\b|\bhighlight\b/.test(template) || inner.includes('```') || inner.includes('{{')) return null;
  const language = values['lang'] ?? values['language'] ?? values['syntax'] ?? values['0'] ?? '';
  const lines = dedent(
    inner
      .replace(/^\s*\n/, '')
      .trimEnd()
      .split('\n'),
  );
  return `\n${fenced(lines.join('\n'), /^[\w+#-]{1,30}$/.test(language) ? language : '')}\n`;
}
