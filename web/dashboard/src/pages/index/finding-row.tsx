import type { Finding } from '../../../../../src/protocol/manage/finding-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { findingWords, placeOf, promptFor } from './finding-words.ts';

/** A finding, its place, and a button for a job that fixes it. */
export function FindingRow({ finding }: { finding: Finding }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  const may = useMay('admin');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm sm:px-5">
      <Badge tone={finding.kind === 'warning' ? 'plain' : 'warn'}>{findingWords[finding.kind]}</Badge>
      <span className="min-w-0 flex-1 basis-64">
        <span dir="auto" className="line-clamp-3 wrap-anywhere">
          {finding.text}
        </span>
        <code className="block font-mono text-xs break-all text-faint">{placeOf(finding)}</code>
      </span>
      {may && (
        <LinkButton
          to="/$org/$domain/jobs/new"
          params={{ org, domain }}
          search={{ prompt: promptFor(finding) }}
        >
          Start a job
        </LinkButton>
      )}
    </li>
  );
}
