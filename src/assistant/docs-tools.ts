import { DocentError } from '../errors.ts';
import type { Tool } from '../models/run-tool.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { SearchFilter, SearchResult } from '../retrieval/search.ts';
import { searchPreferred } from './search-follow-up.ts';
import { asEvidence, asReadPage, asSearchResult, type Retrieved } from './retrieved.ts';

const resultsOfSearch = 5;
const maxQueryLength = 500;
/** Characters of a page that one tool call returns. */
const maxPageLength = 24_000;

type Docs = {
  index: SearchIndex;
  retrieved: Retrieved;
  /** Tried first. */
  filter: SearchFilter;
  /** Tried when that finds no answer. */
  strict: SearchFilter;
  /** Called after every search. */
  onSearch(result: Pick<SearchResult, 'outcome' | 'usedMeaning'>): void;
};

/** The model's tools: further searches and reads in the same docs, with the reader's rights. */
export function docsTools(docs: Docs): Tool[] {
  return [searchTool(docs), readPageTool(docs)];
}

function searchTool({ index, retrieved, filter, strict, onSearch }: Docs): Tool {
  return {
    type: 'function',
    name: 'search',
    description:
      'Searches the documentation again, with other words. Use it when the given sections do not hold the answer.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'What to search for, in the words and in the language of the docs.',
        },
        version: {
          type: 'string',
          description: 'Only when the user asks about another version of the docs.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    async run({ query, version }) {
      const text = textOf(query, 'query').slice(0, maxQueryLength);
      const isNamed = typeof version === 'string' && version !== '';
      const choice = isNamed
        ? { preferred: { ...filter, version }, strict: { ...strict, version } }
        : { preferred: filter, strict };
      const search = (by: SearchFilter) => index.search({ text, limit: resultsOfSearch, filter: by });
      const { result } = await searchPreferred(search, choice, text);
      const { hits } = result;
      onSearch(result);
      return {
        forModel: { sections: retrieved.add(hits).map(asEvidence) },
        forClient: hits.map(asSearchResult),
      };
    },
  };
}

function readPageTool({ index, retrieved, filter }: Docs): Tool {
  return {
    type: 'function',
    name: 'read_page',
    description: 'Reads a whole page of the documentation, by the path or URL of a section on it.',
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'As in a section: /guide/install' } },
      required: ['path'],
      additionalProperties: false,
    },
    async run({ path }) {
      const page = index.page(textOf(path, 'path').slice(0, maxQueryLength), filter.groups);
      if (page === undefined) throw new DocentError('not_found', 'There is no such page. Use search.');
      const sections = retrieved.addPage(page, index.sections(page.path, filter.groups)).map(asEvidence);
      let left = maxPageLength;
      const read = sections.filter(({ text }) => (left -= text.length) > 0);
      return {
        forModel: { title: page.title, sections: read, complete: read.length === sections.length },
        forClient: [asReadPage(page)],
      };
    },
  };
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new DocentError('invalid_request', `Give a ${name}.`);
}
