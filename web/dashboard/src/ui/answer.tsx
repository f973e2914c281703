import type { Citation } from '../../../../src/protocol/manage/conversation-schema.ts';
import type { Support } from '../../../widget/src/chat/types.ts';
import { withoutPages } from '../../../widget/src/markdown/citations.ts';
import { Markdown } from './markdown.tsx';
import { SourceList } from './source-list.tsx';

/** An answer with its sources, once: a finished text ends with a list of their pages. */
export function Answer({
  text,
  sources,
  supports,
}: {
  text: string;
  sources: Citation[];
  supports?: Support[];
}) {
  const prose = withoutPages(text);
  return (
    <>
      {prose !== '' && <Markdown text={prose} sources={sources} supports={supports} />}
      <SourceList sources={sources} />
    </>
  );
}
