type Source = { url: string; title: string };

/** https://platform.openai.com/docs/guides/tools-web-search#output-and-citations */
export type UrlCitation = {
  type: 'url_citation';
  /** The position of the citation's link in the text, in UTF-16 code units; the end is exclusive. */
  url_citation: Source & { start_index: number; end_index: number };
};

const citationLink = /\[\d{1,3}\]\(([^()\s]{1,4000})\)/g;

/** The numbered links in an answer's text that lead to its sources. */
export function annotationsOf(text: string, sources: readonly Source[]): UrlCitation[] {
  const byTarget = new Map(sources.map((source) => [plain(source.url), source]));
  return [...text.matchAll(citationLink)].flatMap(({ 0: link, 1: target, index }) => {
    const source = byTarget.get(plain(target!));
    if (source === undefined) return [];
    const { url, title } = source;
    return {
      type: 'url_citation',
      url_citation: { start_index: index, end_index: index + link.length, url, title },
    };
  });
}

/** Links escape some characters of an address. */
function plain(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
