import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../../layout/where.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { Bone, ErrorText } from '../../../ui/states.tsx';

/** A changed page as readers and answers get it: components as plain blocks, nothing executed. */
export function PagePreview({ jobId, round, path }: { jobId: string; round: number; path: string }) {
  const { queries } = useProject();
  const texts = useQuery(queries.jobFile(jobId, { round, path }));
  if (texts.error !== null) return <ErrorText error={texts.error} />;
  if (texts.data === undefined) return <Bone className="h-40" />;
  const { page } = texts.data;
  if (page === null)
    return (
      <p className="px-5 py-4 text-sm text-soft">
        There is no page to show: it is a draft, hidden from readers, or not part of the site.
      </p>
    );
  return (
    <article className="px-4 py-5 sm:px-8">
      <Markdown text={page} />
    </article>
  );
}
