import type { Citation } from '../../../../src/protocol/manage/conversation-schema.ts';
import { splitSources } from '../../../widget/src/markdown/citations.ts';
import { Markdown } from './markdown.tsx';
import { SourceList } from './source-list.tsx';

/** An answer with its sources, once: a finished text ends with them, by the numbers that it cites. */
export function Answer({ text, sources }: { text: string; sources: Citation[] }) {
  const { text: prose, pages } = splitSources(text);
  return (
    <>
      {prose !== '' && <Markdown text={prose} />}
      <SourceList sources={pages.length > 0 ? pages : sources} />
    </>
  );
}
