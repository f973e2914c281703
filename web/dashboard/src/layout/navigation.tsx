import { Link } from '@tanstack/react-router';
import { BookText, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Account } from './account.tsx';
import { openPalette } from './palette-keys.tsx';
import { organizationPages, projectGroups } from './pages.ts';
import { ProjectSwitch } from './project-switch.tsx';
import { useOrganization, useProjectIfAny } from './where.ts';

export function Navigation() {
  const organization = useOrganization();
  const project = useProjectIfAny();
  const org = `/${organization.slug}`;
  return (
    <nav aria-label="Main" className="flex h-full flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-3">
        <div className="grid gap-2">
          <ProjectSwitch current={project} />
          <button
            type="button"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => openPalette('all')}
            className={`${itemLook} border border-line`}
          >
            <Search size={16} aria-hidden className="shrink-0" />
            <span className="flex-1 text-left">Find anything</span>
            <kbd aria-hidden className="font-mono text-xs text-faint">
              {/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'} K
            </kbd>
          </button>
        </div>
        {project !== undefined &&
          projectGroups.map(({ name, pages }) => (
            <Group key={name} name={name}>
              <Items pages={pages} below={`${org}/${project.domain}`} />
            </Group>
          ))}
        <Group name={organization.name}>
          <Items pages={organizationPages} below={org} />
          <li>
            <a href="/reference" target="_blank" rel="noopener" className={itemLook}>
              <BookText size={16} aria-hidden className="shrink-0" />
              API reference
            </a>
          </li>
        </Group>
      </div>
      <Account />
    </nav>
  );
}

const itemLook =
  'flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm text-soft transition-colors hover:bg-hover hover:text-ink';

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h2 dir="auto" className="truncate px-2.5 pb-1 text-xs font-medium text-faint">
        {name}
      </h2>
      <ul className="grid gap-px">{children}</ul>
    </div>
  );
}

function Items({ pages, below }: { pages: typeof organizationPages; below: string }) {
  return pages.map(
    ({ name, path, icon: Icon }) =>
      Icon !== undefined && (
        <li key={path}>
          <Link
            to={`${below}${path}`}
            activeOptions={{ exact: path === '', includeSearch: false }}
            className={itemLook}
            activeProps={{ className: 'bg-hover font-medium text-ink!' }}
          >
            <Icon size={16} aria-hidden className="shrink-0" />
            {name}
          </Link>
        </li>
      ),
  );
}
