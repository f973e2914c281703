import type { FrontMatter } from '../../front-matter.ts';

/** What Hugo builds besides published pages, the fields of dates, and values that sections above the page cascade. */
export type PublishingFacts = {
  builds?: string[];
  dates?: Record<string, string[]>;
  cascade?: FrontMatter;
};

/** What the shortcodes of one page may use. */
export type ShortcodeFacts = {
  /** Site parameters in lower case, with dots between levels. */
  params: Record<string, unknown>;
  /** The templates of the site's own shortcodes, by name. */
  templates: Record<string, unknown>;
  /** The files that `ref` names, from the page's folder, by the path as written. */
  refs: Record<string, string>;
};

/** A page of Hugo: the folder of its language, what it is, and its path there. */
export type HugoFacts = PublishingFacts &
  Partial<ShortcodeFacts> & {
    prefix?: string;
    kind?: 'page' | 'section';
    own?: string;
    anchors?: string;
    permalink?: string;
  };
