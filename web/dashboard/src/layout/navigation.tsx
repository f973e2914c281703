import { Link } from '@tanstack/react-router';
import { BookText, Search, LogOut, Monitor, Moon, Sun, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { openPalette } from './palette-keys.tsx';
import { organizationPages, projectGroups } from './pages.ts';
import { useOrganization, useProjectIfAny, useSession } from './where.ts';
import { IconButton } from '../ui/button.tsx';
import { ErrorText } from '../ui/states.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSignOut } from './use-sign-out.ts';
import { applyTheme, currentTheme, type Theme } from './theme.ts';
import type { Project } from '../../../../src/protocol/manage/project-schema.ts';
import { Logo } from './logo.tsx';

const next = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;
const icons = { system: Monitor, light: Sun, dark: Moon };

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  const Icon = icons[theme];
  const change = () => {
    applyTheme(next[theme]);
    setTheme(next[theme]);
  };
  return (
    <IconButton label={`Theme: ${theme}. Change to ${next[theme]}.`} onClick={change}>
      <Icon size={17} aria-hidden />
    </IconButton>
  );
}

/** The signed-in person, theme and sign-out. */
function Account() {
  const { user } = useSession();
  const out = useSignOut();
  const signOut = useAction(out);
  if (user === null) return null;
  return (
    <>
      <ErrorText error={signOut.error} />
      <div className="flex items-center gap-1 border-t border-line px-3 py-2.5">
        <Link to="/-/account" className="min-w-0 flex-1 rounded-lg px-2.5 py-1 hover:bg-hover">
          <span className="block truncate text-sm leading-tight font-medium">
            <span className="sr-only">Your account: </span>
            <bdi>{user.name}</bdi>
          </span>
          <span className="block truncate text-xs text-faint">{user.email}</span>
        </Link>
        <ThemeButton />
        <IconButton label="Sign out" onClick={() => signOut.run()}>
          <LogOut size={17} aria-hidden />
        </IconButton>
      </div>
    </>
  );
}

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

/** Shows the current project; opens the searchable list of projects and organizations. */
function ProjectSwitch({ current }: { current: Project | undefined }) {
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
