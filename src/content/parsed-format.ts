import type { Root } from 'mdast';
import type { FrontMatter } from './front-matter.ts';

/** A page of another format as a Markdown tree, with the fields of its header. */
export type ParsedFormat = { tree: Root; data: FrontMatter };
