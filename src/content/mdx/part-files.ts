import type { Root } from 'mdast';
import { splitFrontMatter, type FrontMatter } from '../front-matter.ts';

export type PartSource = {
  /** The page, relative to the tree's root. */
  file: string;
  data: FrontMatter;
  /** The texts of files that the page may include, by path. */
  parts: Record<string, string>;
  sourceRoots: string[];
  parse: (body: string, file: string) => Root;
};

/** Expressions that only running the page would resolve, as written, and missing includes. */
export type Lost = { expressions: string[]; messages: string[] };

type Opened = { root: Root; data: FrontMatter };

/** The page and the files that it may include, each parsed once, on first use. */
export type PartFiles = {
  exists: (file: string) => boolean;
  open: (file: string) => Opened | null;
  /** The front matter of an opened file. */
  dataOf: (file: string) => FrontMatter;
};

export function openParts(source: PartSource, root: Root, lost: Lost): PartFiles {
  const opened = new Map<string, Opened>([[source.file, { root, data: source.data }]]);
  const exists = (file: string): boolean => file === source.file || Object.hasOwn(source.parts, file);
  return {
    exists,
    open(file) {
      const known = opened.get(file);
      if (known !== undefined) return known;
      const text = source.parts[file];
      if (text === undefined || !exists(file)) return null;
      const { data, body } = splitFrontMatter(text);
      const page = { root: parseOrEmpty(source, body, file, lost), data };
      opened.set(file, page);
      return page;
    },
    dataOf: (file) => opened.get(file)?.data ?? {},
  };
}

function parseOrEmpty({ parse }: PartSource, body: string, file: string, lost: Lost): Root {
  try {
    return parse(body, file);
  } catch (thrown) {
    lost.messages.push(`The included file ${file} does not parse: ${(thrown as Error).message}`);
    return { type: 'root', children: [] };
  }
}
