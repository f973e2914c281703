import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import type { Project } from '../../../../src/protocol/manage/project.ts';
import { Logo } from './logo.tsx';
import { useOrganization, useSession } from './where.ts';

/** Where one is, as a select: every project of the organization, and one's other organizations. */
export function ProjectSwitch({ current }: { current: Project | undefined }) {
  const { organizations } = useSession();
  const organization = useOrganization();
  const { data } = useInfiniteQuery(organization.queries.projects);
  const navigate = useNavigate();
  const projects = data?.pages.flatMap((page) => page.items) ?? [];
  const others = organizations.filter(({ slug }) => slug !== organization.slug);
  const here = current === undefined ? '' : `/${organization.slug}/${current.domain}`;
  return (
    <div className="relative flex items-center gap-2.5 rounded-xl border border-line p-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Logo />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm leading-tight font-semibold">{current?.name ?? organization.name}</p>
        <p className="truncate text-xs text-faint">
          {current === undefined ? 'Organization' : organization.name}
        </p>
      </div>
      <ChevronsUpDown size={15} aria-hidden className="shrink-0 text-faint" />
      <select
        aria-label="Project"
        value={here}
        onChange={(event) => void navigate({ to: event.target.value })}
        className="absolute inset-0 cursor-pointer bg-panel text-ink opacity-0"
      >
        <option value="" disabled>
          Choose a project
        </option>
        <optgroup label={organization.name}>
          {current !== undefined && !projects.some(({ id }) => id === current.id) && (
            <option value={here}>{current.name}</option>
          )}
          {projects.map(({ id, name, domain }) => (
            <option key={id} value={`/${organization.slug}/${domain}`}>
              {name}
            </option>
          ))}
        </optgroup>
        {others.length > 0 && (
          <optgroup label="Other organizations">
            {others.map(({ id, name, slug }) => (
              <option key={id} value={`/${slug}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </div>
  );
}
