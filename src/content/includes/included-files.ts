import { posix } from 'node:path';

/** How generators write that a page shows another file; most of them do so within code, too. */
const syntaxes = [
  // https://vitepress.dev/guide/markdown#import-code-snippets
  /^[ \t]*<<<[ \t]+([@./]\S{0,500})/g,
  // https://vitepress.dev/guide/markdown#markdown-file-inclusion
  /<!--[ \t]{0,20}@include:[ \t]{0,20}([^\s>]{1,500})/g,
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
  if (!/<<<|8<|include|#playground|file=|\[!code|:::code|\{!/i.test(text)) return [];
  return [...written(text), ...inBlocks(text)].map(({ file, line }) => {
    return { kind: 'import', key: `include from ${placeOf(path, file)}`, line };
  });
}

type Written = { file: string; line: number };

function written(text: string): Written[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      syntaxes.flatMap((syntax) =>
        [...line.matchAll(syntax)].map(([, file]) => ({ file: file!, line: at + 1 })),
      ),
    );
}

/** `--8<--` around a list of files. */
function inBlocks(text: string): Written[] {
  let isInside = false;
  return text.split('\n').flatMap((line, at) => {
    const isMark = blockMark.test(line);
    if (isMark) isInside = !isInside;
    const file = line.trim();
    return isInside && !isMark && file !== '' ? [{ file, line: at + 1 }] : [];
  });
}

function placeOf(path: string, file: string): string {
  const name = file.trim().replaceAll('\\', '/');
  if (name.includes('://')) return name;
  const bare = name.replace(/^(?:@\/?|~\/|<root(?:Dir)?>\/)/, '').replace(/[#{:?].*/s, '');
  return /^\.\.?\//.test(bare) ? posix.join(posix.dirname(path), bare) : posix.normalize(bare);
}
