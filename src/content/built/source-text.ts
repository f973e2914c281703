import type { PageFile } from '../site/site-facts.ts';
import { flagField, type FrontMatter, splitFrontMatter, textField } from '../front-matter.ts';
import { sketchOf } from './sketch.ts';

/** A source file as it is compared with built pages. */
export type SourceText = {
  title: string;
  sketch: number[];
  /** The path of its page by the rules, below the root of the build. */
  path: string;
  /** Whether it says itself that it is not published. */
  isDraft: boolean;
};

/** @param pathOf the path of the page by its file and front matter */
export function readSourceText(
  page: PageFile,
  text: string,
  pathOf: (data: FrontMatter) => string,
): SourceText {
  const { data, body } = splitFrontMatter(text);
  const plain = body.replaceAll(/\]\([^()\n]{0,1000}\)|<[^<>\n]{1,1000}>/g, ' ');
  return {
    title: textField(data, 'title') ?? headingOf(body) ?? page.title ?? '',
    sketch: sketchOf(plain),
    path: pathOf(data),
    isDraft: flagField(data, true, 'draft') || flagField(data, false, 'published'),
  };
}

/** The first heading of Markdown, AsciiDoc or reStructuredText. */
function headingOf(body: string): string | null {
  const lines = body.split('\n', 200);
  for (const [at, line] of lines.entries()) {
    const marked = /^(?:#|=)[ \t]+(.{1,300})$/.exec(line)?.[1];
    if (marked !== undefined)
      return marked.replace(/(?<![ \t])[ \t]+#{1,100}$|(?<![ \t])[ \t]*\{[^{}]{0,300}\}$/g, '').trim();
    const isUnderlined = /^([=\-~*^"'`+#])\1{2,}[ \t]*$/.test(lines[at + 1] ?? '');
    if (isUnderlined && /[\p{L}\p{N}]/u.test(line) && !/^([=\-~*])\1{2,}/.test(line)) return line.trim();
  }
  return null;
}

/** A title's words, so that markup and punctuation do not count. */
export function lettersOf(title: string): string {
  return (
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}
