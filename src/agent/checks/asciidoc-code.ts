import type { CodeItem } from './code-item.ts';
import { htmlCode } from './html-code.ts';
import { scanAsciidoc } from './scan-asciidoc.ts';

const passBlock = /^\+{4,}[ \t]*$/;
const passInline = /\+{3}(.{1,2000}?)\+{3}|pass:[\w,]{0,40}\[(.{0,2000}?)\]/g;
const media = /(?<![\w\\])(video|audio)::([^[\]\s]{1,2000})\[/g;
/** Blocks that are drawn or run by an extension. */
const styled =
  /^\[(plantuml|ditaa|graphviz|mermaid|blockdiag|vega|vegalite|a2s|svgbob|gnuplot|tikz|bytefield|diagrams|structurizr)\b/;

/** Code, includes and links of an AsciiDoc page. https://docs.asciidoctor.org/asciidoc/latest/pass/ */
export function listAsciidocCode(path: string, text: string): CodeItem[] {
  const items: CodeItem[] = [];
  let pass: { line: number; html: string[] } | null = null;
  for (const [nth, line] of text.split('\n').entries()) {
    const at = nth + 1;
    if (passBlock.test(line)) {
      if (pass !== null) items.push(...htmlCode({ html: pass.html.join('\n'), line: pass.line }));
      pass = pass === null ? { line: at, html: [] } : null;
      continue;
    }
    if (pass !== null) pass.html.push(line);
    for (const [, plus, named] of line.matchAll(passInline))
      items.push(...htmlCode({ html: plus ?? named ?? '', line: at }));
    for (const [, name, src] of line.matchAll(media))
      items.push(...htmlCode({ name: name!, attributes: { src: src! }, line: at }));
    const style = styled.exec(line)?.[1];
    if (style !== undefined) items.push({ kind: 'component', key: style, line: at });
  }
  // An unclosed block runs to the end of the page.
  if (pass !== null) items.push(...htmlCode({ html: pass.html.join('\n'), line: pass.line }));
  for (const { kind, url, target, syntax, line } of scanAsciidoc(path, text).links) {
    if (syntax === 'file') {
      const key = target === 'elsewhere://' ? url : (target ?? url).replace(/^\//, '');
      items.push({ kind: 'import', key: `include from ${key}`, line });
    } else if (kind === 'image') items.push(...htmlCode({ name: 'img', attributes: { src: url }, line }));
    else items.push(...htmlCode({ name: 'a', attributes: { href: url }, line }));
  }
  for (const [, href] of text.matchAll(/(?<![\w:/])(https?:\/\/[^\s[\]<>]{1,2000})/g))
    items.push(...htmlCode({ name: 'a', attributes: { href: href! }, line: 1 }));
  return items;
}
