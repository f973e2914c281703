import { posix } from 'node:path';

/** How generators write that a page shows another file; most of them do so within code, too. */
const syntaxes = [
  // https://vitepress.dev/guide/markdown#import-code-snippets
  /^[ \t]*<<<[ \t]+([@./]\S{0,500})/g,
  // https://vitepress.dev/guide/markdown#markdown-file-inclusion
  /<!--[ \t]{0,20}@include:[ \t]{0,20}((?:(?!-->)[^\s>]){1,500})/g,
  // https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
  /(?<![;\w-])-{1,9}8<-{1,9}[ \t]{1,20}["']([^"'\n]{1,500})["']/g,
  // https://github.com/mondeja/mkdocs-include-markdown-plugin, whose tags may take several lines
  /(?:^|\{%-?)[ \t]{0,20}include(?:-markdown)?[ \t]{1,20}["']([^"'\n]{1,500})["']/g,
  // https://github.com/cmacmac/markdown-include
  /\{!>?[ \t]{0,20}["']?([^"'!{}\n]{1,500})/g,
  // https://rust-lang.github.io/mdBook/format/mdbook.html#including-files
  /\{\{\s{0,20}#(?:rustdoc_)?(?:include|playground)\s{1,20}([^\s{}]{1,500})/g,
  // https://fumadocs.dev/docs/markdown/include
  /<include\b[^<>]{0,300}>([^<>]{1,500})<\/include>/g,
  // https://rspress.rs/guide/use-mdx/code-blocks https://github.com/kevin940726/remark-code-import
  /^[ \t]*(?:`{3,}|~{3,})[^\n]{0,300}?[ \t]file=["']?((?:<root(?:Dir)?>|\.{0,2})\/[^\s"'#]{1,500})/g,
  // https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files
  /\[!(?:include|code(?:-[\w+#-]{1,40})?)[ \t]{0,20}(?:\[[^\]\n]{0,300}\])?[ \t]{0,20}\(<?([^()\n<>"'?#]{1,500})/gi,
  /:::code[ \t][^\n]{0,300}?\bsource="([^"\n]{1,500})"/g,
  // https://quarto.org/docs/authoring/includes.html
  /\{\{<\s{0,20}include\s{1,20}["']?([^\s"'<>]{1,500})/g,
  // https://docsify.js.org/#/embed-files
  /\]\(([^()\s]{1,500})[ \t]{1,20}["']:include/g,
];

const blockMark = /^[ \t]*-{1,9}8<-{1,9}[ \t]*$/;

/** The files that a Markdown page includes, by path from the root of the repository where that is known. */
export function includedFiles(path: string, text: string): { kind: 'import'; key: string; line: number }[] {
  return writtenIncludes(text).map(({ file, line }) => {
    return { kind: 'import', key: `include from ${placeOf(path, file)}`, line };
  });
}

/** An included file as it is written, without the part of it that is meant. */
export type WrittenInclude = { file: string; line: number; start: number };

export function writtenIncludes(text: string): WrittenInclude[] {
  if (!/<<<|8<|include|#playground|file=|\[!code|:::code|\{!/i.test(text)) return [];
  const found: WrittenInclude[] = [];
  let start = 0;
  let isInside = false;
  for (const [at, line] of text.split('\n').entries()) {
    const add = (written: string, from: number) => {
      const name = written.trim();
      const file = name.includes('://') ? name : name.replace(/[#{:?].*/s, '');
      found.push({ file, line: at + 1, start: start + line.indexOf(file, from) });
    };
    for (const syntax of syntaxes)
      for (const { 0: whole, 1: file = '', index } of line.matchAll(syntax))
        add(file, index + whole.lastIndexOf(file));
    // `--8<--` around a list of files.
    const isMark = blockMark.test(line);
    if (isInside && !isMark && line.trim() !== '') add(line, 0);
    if (isMark) isInside = !isInside;
    start += line.length + 1;
  }
  return found;
}

function placeOf(path: string, file: string): string {
  if (file.includes('://')) return file;
  const bare = file.replaceAll('\\', '/').replace(/^(?:@\/?|~\/|<root(?:Dir)?>\/)/, '');
  return /^\.\.?\//.test(bare) ? posix.join(posix.dirname(path), bare) : posix.normalize(bare);
}
