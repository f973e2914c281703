import type { CodeItem } from './code-item.ts';
import { mathCode } from './dialect-code.ts';
import { htmlCode } from './html-code.ts';
import { isUnderline, scanAsciidoc } from '../../content/links/scan-asciidoc.ts';

const passBlock = /^\+{4,}[ \t]*$/;
const verbatim = /^(-{4,}|\.{4,}|\/{4,})[ \t]*$/;
const passInline = /\+{3}([^]{1,2000}?)\+{3}|pass:[\w,]{0,40}\[([^\]]{0,2000})\]/g;
const media = /(?<![\w\\])(video|audio)::([^[\]\s]{1,2000})\[/g;
/** Blocks that are drawn or run by an extension. */
const styled =
  /^\[(plantuml|ditaa|graphviz|mermaid|blockdiag|vega|vegalite|a2s|svgbob|gnuplot|tikz|bytefield|diagrams|structurizr)\b/;
/** Block macros of AsciiDoc itself; any other is an extension's. https://docs.asciidoctor.org/asciidoc/latest/macros/ */
const blockMacro =
  /^(?!(?:image|video|audio|include|toc|ifn?def|ifeval|endif)::)([\w-]{1,60})::[^\s[\]]{0,1000}\[/;
/** https://docs.asciidoctor.org/asciidoc/latest/attributes/document-attributes-ref/ */
const ofPage =
  /^:((?:stylesheet|stylesdir|docinfo\w{0,20}|highlightjsdir|prettifydir|iconsdir|scriptsdir|kroki-[\w-]{1,40}|allow-uri-read)):[ \t]*(.{0,1000})$/;
const scriptAddress =
  /(?:link:(?:pass:\w{0,20}\[)?\+{0,3}|link=["']?)\s{0,5}((?:javascript|vbscript|data):[^\s[\]]{0,200})/gi;
/** Asciidoctor writes roles and ids into attributes as they are. */
const handler = /\[[^\]\n]{0,500}["'][ \t]{0,10}(on[a-z]{3,30}[ \t]{0,5}=[^\]\n]{0,200})/gi;

/** Code, includes and links of an AsciiDoc page. https://docs.asciidoctor.org/asciidoc/latest/pass/ */
export function listAsciidocCode(path: string, written: string): CodeItem[] {
  const text = withAttributes(written);
  const items: CodeItem[] = [];
  const shown: string[] = [];
  let pass: { line: number; html: string[] } | null = null;
  let code: string | null = null;
  const lines = text.split('\n');
  for (const [nth, line] of lines.entries()) {
    const at = nth + 1;
    const opens = !isUnderline(line, lines[nth - 1]);
    const isPass = passBlock.test(line) && (pass !== null || opens);
    if (pass === null) {
      const mark = verbatim.exec(line)?.[1];
      const isMark = mark !== undefined && (code === null ? opens : mark === code);
      if (isMark) code = code === null ? mark : null;
      else if (code === null && !isPass) items.push(...lineCode(line, at));
      shown.push(code === null && !isPass ? line : '');
    }
    if (code === null && isPass) {
      if (pass !== null) items.push(...htmlCode({ html: pass.html.join('\n'), line: pass.line }));
      pass = pass === null ? { line: at, html: [] } : null;
    } else pass?.html.push(line);
  }
  // An unclosed block runs to the end of the page.
  if (pass !== null) items.push(...htmlCode({ html: pass.html.join('\n'), line: pass.line }));
  for (const [, plus, named] of shown.join('\n').matchAll(passInline))
    items.push(...htmlCode({ html: plus ?? named ?? '', line: 1 }));
  if (lines.some(showsRaw)) items.push(...htmlCode({ html: text, line: 1 }));
  // `subs` may bring links back into what is shown as it is written.
  const isShown = lines.some((line) => /\bsubs\s{0,5}=/.test(line));
  return [...items, ...linkCode(path, text), ...bareLinks(isShown ? text : withoutLiterals(shown))];
}

function lineCode(line: string, at: number): CodeItem[] {
  const items = mathCode(line, at);
  for (const [, name, src] of line.matchAll(media))
    items.push(...htmlCode({ name: name!, attributes: { src: src! }, line: at }));
  const extension = styled.exec(line)?.[1] ?? blockMacro.exec(line)?.[1];
  if (extension !== undefined) items.push({ kind: 'component', key: extension, line: at });
  const [, name, value] = ofPage.exec(line) ?? [];
  if (name !== undefined) items.push({ kind: 'script', key: `${name}: ${value}`, line: at });
  for (const [, key] of asRead(line).matchAll(scriptAddress))
    items.push({ kind: 'script', key: key!, line: at });
  for (const [, key] of line.matchAll(handler)) items.push({ kind: 'handler', key: key!, line: at });
  return items;
}

function linkCode(path: string, text: string): CodeItem[] {
  const items: CodeItem[] = [];
  const folder = /^:imagesdir:[ \t]*(\S{1,500})[ \t]*$/m.exec(text)?.[1];
  if (folder !== undefined) items.push(...htmlCode({ name: 'img', attributes: { src: folder }, line: 1 }));
  for (const { kind, url, target, syntax, line } of scanAsciidoc(path, text).links) {
    if (syntax === 'file') {
      const key = target === 'elsewhere://' ? url : (target ?? url).replace(/^\//, '');
      items.push({ kind: 'import', key: `include from ${key}`, line });
    } else if (kind === 'image') items.push(...htmlCode({ name: 'img', attributes: { src: url }, line }));
    else items.push(...htmlCode({ name: 'a', attributes: { href: url }, line }));
  }
  return items;
}

function bareLinks(text: string): CodeItem[] {
  const found = text.matchAll(/(?<![\w:/])(https?:\/\/[^\s[\]<>]{1,2000})/g);
  return [...found].flatMap(([, href]) => htmlCode({ name: 'a', attributes: { href: href! }, line: 1 }));
}

/**
 * Without what AsciiDoc shows as it is written: paragraphs that are indented or have a style of code, and `+…+` in code.
 * https://docs.asciidoctor.org/asciidoc/latest/verbatim/literal-blocks/
 */
function withoutLiterals(lines: readonly string[]): string {
  let isLiteral = false;
  const left = lines.map((line, nth) => {
    const before = lines[nth - 1]?.trim() ?? '';
    if (line.trim() === '') isLiteral = false;
    else if (before === '') isLiteral = /^[ \t]/.test(line);
    else if (/^\[(?:source|listing|literal)\b[^\]]{0,200}\]$/.test(before)) isLiteral = true;
    return isLiteral ? '' : line.replaceAll(/`\+[^\n]{0,2000}?\+`/g, '');
  });
  return left.join('\n');
}

/** Whether a line gives the block below it a form in which `<` stays: `[pass]`, `[subs=none]`. */
function showsRaw(line: string): boolean {
  if (!line.startsWith('[')) return false;
  if (/^\[\s{0,5}pass\b/.test(line)) return true;
  const [, quoted, bare] =
    /\bsubs\s{0,5}=\s{0,5}(?:["']([^"']{0,200})["']|([^\s,\]]{0,200}))/.exec(line) ?? [];
  const steps = (quoted ?? bare)?.split(/[\s,]+/);
  if (steps === undefined) return false;
  const isChange = steps.every((step) => /^[+-]|\+$/.test(step));
  const escapes = /^-?(?:specialch\w{1,20}|normal|verbatim|[ncv])$/;
  return steps.some((step) => escapes.test(step)) === isChange;
}

/** Attributes of AsciiDoc that show nothing, so that they can split a word. */
const silent = [
  ['empty', ''],
  ['blank', ''],
] as const;
const setting = /^:([\w-]{1,60}):[ \t]+(.{1,1000})$|\{set:([\w-]{1,60}):([^}\n]{0,1000})\}/g;

/** The text with the attributes that the page itself sets: they may hold parts of an address, or the name of a macro. */
function withAttributes(written: string): string {
  const values = new Map<string, string>(silent);
  const filled = (line: string) =>
    line.replaceAll(/\{([\w-]{1,60})\}/g, (whole, name: string) => values.get(name) ?? whole);
  const lines = written.split('\n').map((line) => {
    for (const [, name, value, inlineName, inlineValue] of line.matchAll(setting))
      values.set((name ?? inlineName)!, filled((value ?? inlineValue)!.trim()).slice(0, 1_000));
    return filled(line);
  });
  return lines.join('\n');
}

/** A line as browsers read its addresses: with character references, and without attributes that nothing sets. */
function asRead(line: string): string {
  return line
    .replaceAll(/\{[\w-]{1,60}\}|&(?:Tab|NewLine);/g, '')
    .replaceAll('&colon;', ':')
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : '';
    });
}
