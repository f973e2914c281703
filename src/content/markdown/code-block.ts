import type { Code, Nodes, PhrasingContent, RootContent, Text } from 'mdast';
import { asElement, type Element, textAttribute } from './element.ts';
import { codeAttribute } from './marked-code.ts';

/** `<pre>`, `<CodeBlock>` and `<Code code="…">` as fenced code. */
export function codeOf(element: Element): RootContent[] {
  const inner = element.children
    .flatMap((child: Nodes) => asElement(child) ?? [])
    .find(({ name }) => name === 'code');
  const value =
    codeAttribute(element) ?? textAttribute(element, 'code') ?? codeText(element).replace(/^\n|\n$/g, '');
  if (value.trim() === '') return [];
  const fenced = element.children.find((child) => child.type === 'code');
  const lang =
    textAttribute(element, 'lang', 'language') ??
    languageOf(element) ??
    (inner && languageOf(inner)) ??
    (fenced && plainLanguage(fenced)) ??
    null;
  const title = textAttribute(element, 'title', 'filename');
  const code: Code = { type: 'code', value: withoutMarks(value), lang };
  return title === null ? [code] : [titleOf(title), code];
}

/** The text of all descendants. */
function codeText(node: Nodes): string {
  return 'children' in node ? node.children.map(codeText).join('') : 'value' in node ? node.value : '';
}

function languageOf(element: Element): string | null {
  const classes = textAttribute(element, 'class', 'className') ?? '';
  return /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? null;
}

/**
 * Fenced code with its title (`title="…"`, `filename="…"`, `[…]`) as a line above, without the rest of its meta string,
 * which is about highlighting. In a code group the bare words of the meta string are the title.
 */
export function titledCode(code: Code, inGroup: boolean): RootContent[] {
  const title = metaTitle(code.meta ?? '', inGroup);
  const meta = `${code.lang ?? ''} ${code.meta ?? ''}`;
  const shown = /\btwoslash\b/.test(meta) ? withoutTwoslash(code.value, meta) : code.value;
  if (shown === null) return [];
  const value = code.lang === 'package-install' ? installing(shown) : withoutMarks(shown);
  const bare: Code = { type: 'code', value, lang: plainLanguage(code) };
  return title === null ? [bare] : [titleOf(title), bare];
}

/** Blocks of commands of which sites make one for each package manager. */
const commands = new Set(['npm', 'package-install', 'npm2yarn']);

/** The packages of a block whose site makes the commands of it. https://fumadocs.dev/docs/markdown#package-install */
function installing(code: string): string {
  return code
    .split('\n')
    .map((line) =>
      line.trim() === '' || /^(?:npm|npx|pnpm|yarn|bun)\s/.test(line.trim())
        ? line
        : `npm install ${line.trim()}`,
    )
    .join('\n');
}

/** The language alone: sites append more to it, as in `js{1,3}`, `ts:line-numbers`, `{ .py .annotate }`. */
function plainLanguage({ lang, meta }: Code): string | null {
  if (lang?.startsWith('{')) return /\.([\w+#-]+)/.exec(`${lang} ${meta ?? ''}`)?.[1] ?? null;
  const name = /^[\w+#.-]+/.exec(lang ?? '')?.[0].replace(/-vue$/, '') ?? null;
  return name !== null && commands.has(name) ? 'sh' : name;
}

/**
 * Code without highlighting comments: `// highlight-next-line` (Docusaurus), `// [!code ++]` (Shiki).
 */
function withoutMarks(code: string): string {
  if (!/highlight-|\[!code/.test(code)) return code;
  return code
    .split('\n')
    .flatMap((line) => {
      if (/^[ \t]*(?:\/\/|#|<!--|\/\*|\{\/\*|--|%|;|REM)[ \t]*highlight-(?:next-line|start|end)\b/.test(line))
        return [];
      const at = line.indexOf('[!code');
      if (at < 0) return [line];
      const kept = line
        .slice(0, at)
        .replace(/(?:\/\/|#|<!--|\/\*|\{\/\*|--|;)[ \t]*$/, '')
        .trimEnd();
      return kept === '' ? [] : [kept];
    })
    .join('\n');
}

/** Words of a meta string that say how code is shown. https://mintlify.com/docs/create/code */
const flags = new Set(['lines', 'expandable', 'wrap', 'twoslash', 'showLineNumbers']);

function metaTitle(meta: string, inGroup: boolean): string | null {
  const named = /\b(?:title|filename|label|tab|name)=(?:"([^"]+)"|'([^']+)')/.exec(meta);
  const bracketed = /(?:^|\s)\[([^\]]+)\]/.exec(meta);
  const title = named?.[1] ?? named?.[2] ?? bracketed?.[1] ?? null;
  if (title !== null || !inGroup) return title;
  const words = meta.split(/\s+/).filter((word) => /^[^={}/"']+$/.test(word) && !flags.has(word));
  return words.length === 0 ? null : words.join(' ');
}

function titleOf(title: string): RootContent {
  const text: Text = { type: 'text', value: title };
  const shown: PhrasingContent = /^https?:\/\/\S+$/.test(title)
    ? { type: 'link', url: title, children: [text] }
    : { type: 'strong', children: [text] };
  return { type: 'paragraph', children: [shown] };
}

/**
 * Code for Twoslash as a site shows it: without what is above a cut, queries for types and settings of the compiler. Null
 * for code that others include. https://twoslash.netlify.app/refs/notations
 */
function withoutTwoslash(code: string, meta: string): string | null {
  if (/\btwoslash\s+include\b/.test(meta)) return null;
  const lines = code.split('\n');
  const isCut = (line: string, name: string): boolean =>
    line.trim().replace(/^\/\/\s*/, '// ') === `// ---${name}---`;
  const from = lines.findLastIndex((line) => isCut(line, 'cut') || isCut(line, 'cut-before'));
  const after = lines.findIndex((line, at) => at > from && isCut(line, 'cut-after'));
  let isHidden = false;
  const kept = lines.slice(from + 1, after < 0 ? undefined : after).filter((line) => {
    if (isCut(line, 'cut-start')) isHidden = true;
    const wasHidden = isHidden;
    if (isCut(line, 'cut-end')) {
      isHidden = false;
      return false;
    }
    return !wasHidden && !/^\s*\/\/(?:\s*@(?!filename)\w+|\s*\^[?|]|\s*- cut)/.test(line);
  });
  return kept.join('\n').replace(/^\n+|(?<!\n)\n+$/g, '');
}
