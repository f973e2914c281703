import { citationsOf, type CitedText } from '../citations.ts';

/** https://platform.openai.com/docs/guides/tools-web-search#output-and-citations */
export type UrlCitation = {
  type: 'url_citation';
  /** The supported part of the text, in UTF-16 code units; the end is exclusive. */
  url_citation: { start_index: number; end_index: number; url: string; title: string };
};

export function annotationsOf(cited: CitedText): UrlCitation[] {
  return urlCitationsOf(cited).map((citation) => ({ type: 'url_citation', url_citation: citation }));
}

/** As all of OpenAI's formats have them. */
export function urlCitationsOf(cited: CitedText): UrlCitation['url_citation'][] {
  return citationsOf(cited).map(({ source: { url, title }, startIndex, endIndex }) => ({
    start_index: startIndex,
    end_index: endIndex,
    url,
    title,
  }));
}
