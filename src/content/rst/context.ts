import type { PhrasingContent, RootContent } from 'mdast';
import type { Ids } from './ids.ts';

/** The target of a reference, and its default title. */
export type Place = { url: string; title: string };

/** Site data that a Sphinx page uses, and no more, because it is part of the page's hash. */
export type SphinxFacts = {
  /** By kind and name: `ref:label`, `doc:guide`, `term:token`, `obj:app.run`. */
  places?: Record<string, Place>;
  /** `%s` patterns of URL and caption, by role. */
  extlinks?: Record<string, [string, string]>;
  substitutions?: Record<string, string>;
  defaultRole?: string;
  prolog?: string;
  epilog?: string;
  /** Whether headings have GitHub slugs as anchors. */
  slugs?: boolean;
  /** Whether the id of a heading is its text with dashes for spaces, as nbsphinx makes it. */
  titleIds?: boolean;
};

/** The state of parsing one page. */
export type Context = {
  facts: SphinxFacts;
  ids: Ids;
  /** URLs by target name, from `.. _name: https://…` and section titles. */
  targets: Map<string, string>;
  /** URLs of anonymous references (`` `text`__ ``), in order. */
  anonymous: string[];
  /** Replacements of `|name|`. */
  substitutions: Map<string, string>;
  /** Whether `|reg|` and the like name characters. */
  hasCharacterNames: boolean;
  /** Heading level of the current section; headings of objects are one level deeper. */
  depth: number;
  /** The current module and class, to which object names are relative. */
  module: string;
  scope: string[];
  program: string;
  /** Targets pending for the next block. */
  pending: string[];
  /** Nesting depth of blocks. */
  nesting: number;
};

/** Parses a directive's content in the syntax of its page. */
export type Parse = {
  blocks: (lines: string[]) => RootContent[];
  inline: (text: string) => PhrasingContent[];
};

export type Directive = {
  name: string;
  argument: string;
  options: Record<string, string>;
  body: string[];
};

export function text(value: string): PhrasingContent {
  return { type: 'text', value };
}

export function paragraph(children: PhrasingContent[]): RootContent {
  return { type: 'paragraph', children };
}

export function strong(value: string): RootContent {
  return paragraph([{ type: 'strong', children: [text(value)] }]);
}

export function element(
  name: string,
  attributes: Record<string, string>,
  children: RootContent[],
): RootContent {
  return { type: 'element', name, attributes, children };
}

/** An empty anchor. */
export function anchor(id: string): RootContent {
  return element('a', { id }, []);
}
