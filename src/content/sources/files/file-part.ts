import { slug } from 'github-slugger';
import { escapeHtml } from '../../../lib/escape-html.ts';

/** A piece of a document, in its order: a heading, or HTML below it. */
export type Block =
  | { level: number; text: string; /** The fragment that leads there. */ id?: string | undefined }
  | {
      html: string;
      /** Whether a page of the document begins here, which readers can be led to. */ page?: string;
    };

/** A page made of a document, or of a part of a long one. */
export type FilePart = { path: string; title: string; text: string; dialect: 'html' | 'markdown' };

/** Reads a document, giving its blocks as they come, or its whole text. The title comes before them. */
export type FileReader = (
  bytes: Uint8Array,
  name: string,
) => AsyncGenerator<{ title: string } | { note: string } | { markdown: string } | Block>;

/** Characters from which on a chapter begins a part, and of a part that ends at the next block. */
const minPart = 8_000;
const maxPart = 40_000;

/** Chapters are headings down to this level. */
const chapter = 2;

/** Makes the parts of a document of its blocks. */
export function createParts(name: string): {
  begin: (title: string) => void;
  add: (block: Block) => FilePart | null;
  /** The whole document as Markdown. */
  whole: (markdown: string) => FilePart;
  end: () => FilePart | null;
} {
  let title = name;
  let heading = '';
  let own = '';
  let size = 0;
  let html: string[] = [];
  const used = new Set<string>();

  const take = (): FilePart | null => {
    if (size === 0) return null;
    const path = used.size === 0 ? name : freePath(`${name}/${slug(own).slice(0, 80) || 'part'}`, used);
    used.add(path);
    const isNamed = own !== '' && own !== title;
    const part: FilePart = {
      path,
      title: used.size > 1 && isNamed ? `${title}: ${own}` : title,
      text: html.join('\n'),
      dialect: 'html',
    };
    [html, size, own] = [[], 0, heading];
    return part;
  };

  return {
    begin: (named) => (title = named),
    add(block) {
      if ('html' in block) {
        const done = size >= maxPart ? take() : null;
        // A part that begins in the middle of a chapter, and a page, are led to by a heading of their own.
        if (block.page !== undefined)
          html.push(headingHtml({ level: 3, text: heading || title, id: block.page }));
        html.push(block.html);
        size += block.html.length;
        return done;
      }
      const isChapter = block.level <= chapter && size >= minPart;
      const done = isChapter || size >= maxPart ? take() : null;
      heading = block.text;
      // It is the page's own.
      if (heading === title && size === 0) return done;
      if (html.length === 0) own = block.text;
      html.push(headingHtml(block));
      return done;
    },
    whole: (text) => ({ path: name, title, text, dialect: 'markdown' }),
    end: take,
  };
}

function headingHtml({ level, text, id }: { level: number; text: string; id?: string | undefined }): string {
  // The first level is that of the page's title.
  const tag = `h${Math.min(6, level + 1)}`;
  return `<${tag}${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${escapeHtml(text)}</${tag}>`;
}

function freePath(path: string, used: ReadonlySet<string>): string {
  for (let nth = 1; ; nth++) {
    const candidate = nth === 1 ? path : `${path}-${nth}`;
    if (!used.has(candidate)) return candidate;
  }
}
