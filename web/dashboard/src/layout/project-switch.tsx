import { ChevronsUpDown } from 'lucide-react';
import type { Project } from '../../../../src/protocol/manage/project-schema.ts';
import { Logo } from './logo.tsx';
import { openPalette } from './palette-keys.tsx';
import { useOrganization } from './where.ts';

/** Shows the current project; opens the searchable list of projects and organizations. */
export function ProjectSwitch({ current }: { current: Project | undefined }) {
  const organization = useOrganization();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openPalette('projects')}
      className="flex items-center gap-2.5 rounded-xl border border-line p-2 text-left hover:bg-hover"
    >
      <Logo />
      <span className="min-w-0 flex-1">
        <span className="sr-only">Change the project. Now: </span>
        <span className="block truncate text-sm leading-tight font-semibold">
          {current?.name ?? organization.name}
        </span>
        <span className="block truncate text-xs text-faint">
          {current === undefined ? 'Organization' : organization.name}
        </span>
      </span>
      <ChevronsUpDown size={15} aria-hidden className="shrink-0 text-faint" />
    </button>
  );
}
