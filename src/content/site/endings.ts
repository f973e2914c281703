/** The endings of pages' files, by the format that they are written in. */
const formats = {
  markdown: ['md', 'mdx', 'markdown', 'qmd'],
  rst: ['rst'],
  asciidoc: ['adoc', 'asciidoc'],
};

const named = (endings: readonly string[]) => new RegExp(`\\.(?:${endings.join('|')})$`, 'i');

const markdown = named(formats.markdown);
const rst = named(formats.rst);
const asciidoc = named(formats.asciidoc);
const page = named(Object.values(formats).flat());
const address = named([...Object.values(formats).flat(), 'html', 'htm']);
const notebook = named(['ipynb']);
const mdx = named(['mdx']);

export const isMarkdown = (file: string) => markdown.test(file);
export const isMdx = (file: string) => mdx.test(file);
export const isRst = (file: string) => rst.test(file);
export const isAsciidoc = (file: string) => asciidoc.test(file);
export const isNotebook = (file: string) => notebook.test(file);

/** Whether a file is a page in any supported format. */
export const isDocsFile = (file: string) => page.test(file);

/** Whether Sphinx reads a file as MyST: Markdown, or the Markdown of a notebook. */
export const isMyst = (file: string) => (isMarkdown(file) && !isMdx(file)) || isNotebook(file);

/** A page's file without its ending. */
export const withoutEnding = (file: string) => file.replace(page, '');

/** A link's path without the ending of a page's file or of its address. */
export const withoutAnyEnding = (path: string) => path.replace(address, '');

/** What a link may leave out of the name of a page's file, the most usual first. */
export const impliedEndings = [
  '',
  ...['md', 'mdx', 'rst', 'adoc'].map((ending) => `.${ending}`),
  ...['md', 'mdx', 'rst', 'adoc'].map((ending) => `/index.${ending}`),
  '/README.md',
  '/_index.md',
];
