import type { Origin } from '../../page.ts';
import type { GithubPart } from '../../../lib/github-parts.ts';
import type { CallApi } from './call-api.ts';

/** An entry of a source, as it is listed. */
export type Entry = {
  /** Never used again for another entry. */
  id: string;
  /** Changes whenever the entry does. */
  version: string;
  /** Where it came with the list. */
  page?: EntryPage;
  /** Less than 1 when it gives way to others of its source. */
  weight?: number;
};

/** An entry as a page. Personal details are still in it. */
export type EntryPage = {
  /** Below the source, without its ending: `discussions/12`. */
  path: string;
  url: string;
  title: string;
  kind: Origin['kind'];
  /** With the word for what was done at the date: `Discussion, answered`. */
  label: string;
  date: string | null;
  text: { html: string } | { markdown: string };
  /** Names that its authors go by. */
  people: string[];
};

/** What is asked for: the source's address and what of it. */
export type ApiPlace = { url: URL; what: readonly GithubPart[]; token: string | null; notionUrl: string };

/** One kind of source that is read by an API. */
export type ApiSource = {
  /** What it is called in messages: `GitHub`. */
  name: string;
  /** The header fields of each request. */
  headers(place: ApiPlace): Record<string, string>;
  /** Every entry that is there now; one that is listed no more is gone. */
  list(place: ApiPlace, call: CallApi): AsyncIterable<Entry>;
  /** The pages of entries that did not come with the list, by id; of those that are left out, none. */
  read(place: ApiPlace, ids: string[], call: CallApi): Promise<Map<string, EntryPage>>;
};
