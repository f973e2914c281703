import type { BuildSign } from '../../content/frameworks/framework.ts';

/** A part of a page that runs, or loads code or content, once the site is built. */
export type CodeKind =
  | 'import'
  | 'export'
  | 'expression'
  | 'template'
  | 'handler'
  | 'script'
  | 'embed'
  | 'component'
  | 'remote media'
  | 'link to another site'
  | 'API server'
  | 'text that takes too much to read'
  | 'text that cannot be read';

/** `key` identifies the same code on any page: its source, its name, or the host that it leads to. */
export type CodeItem = { kind: CodeKind; key: string; line: number };

/** What a site's build makes of Markdown pages, beyond Markdown. */
export type SiteBuild = {
  asMdx: boolean;
  templates: NonNullable<BuildSign['templates']> | null;
  hasDirectives: boolean;
};
