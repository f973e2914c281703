import type { PhrasingContent, RootContent } from 'mdast';
import type { Ids } from './ids.ts';

/** Where a reference leads, and what it is called when it does not say. */
export type Place = { url: string; title: string };

/** What a page of Sphinx needs to know of its site; part of the page's hash, so only what it uses. */
export type SphinxFacts = {
  /** By kind and name: `ref:label`, `doc:guide`, `term:token`, `obj:app.run`. */
  places?: Record<string, Place>;
  /** `%s` patterns of address and caption, by role. */
  extlinks?: Record<string, [string, string]>;
  substitutions?: Record<string, string>;
  defaultRole?: string;
  prolog?: string;
  epilog?: string;
  /** Whether headings can be linked to by their slug as on GitHub. */
  slugs?: boolean;
};

/** What is known while a page is parsed. */
export type Context = {
  facts: SphinxFacts;
  ids: Ids;
  /** Addresses that names lead to, as `.. _name: https://…` and section titles give them. */
  targets: Map<string, string>;
  /** Addresses for `` `text`__ ``, in their order. */
  anonymous: string[];
  /** Text that stands for `|name|`. */
  substitutions: Map<string, string>;
  /** Of the section that is open; headings of objects go below. */
  depth: number;
  /** The module and class that names of objects are in. */
  module: string;
  scope: string[];
  program: string;
  /** Names of targets that stand before what comes next. */
  pending: string[];
  /** How deep blocks are nested. */
  nesting: number;
};

/** How a directive parses what is in it, in the syntax of its page. */
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

/** An invisible place that a link can lead to. */
export function anchor(id: string): RootContent {
  return element('a', { id }, []);
}
