import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PlaceName } from '../ui/place-name.ts';
import { PageSkeleton } from '../ui/states.tsx';
import { Logo } from './logo.tsx';
import { MenuButton } from './menu-button.tsx';
import { PaletteKeys } from './palette-keys.tsx';
import { Navigation } from './navigation.tsx';
import { useOrganization, useProjectIfAny } from './where.ts';

/** The frame of every page of an organization: the navigation at the side, on a phone behind a button. */
export function Shell() {
  const organization = useOrganization();
  const project = useProjectIfAny();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_1fr] print:block">
      <a
        href="#main"
        className="sr-only z-20 rounded-lg bg-panel px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-panel px-3 py-2 lg:hidden print:hidden">
        <MenuButton />
        <Logo size={24} />
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {project?.name ?? organization.name}
        </span>
      </header>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-panel lg:block print:hidden">
        <Navigation />
      </aside>
      <PaletteKeys />
      <main id="main" tabIndex={-1} className="min-w-0">
        <Suspense
          fallback={
            <div className="mx-auto max-w-6xl px-4 py-9 sm:px-6 lg:px-10">
              <PageSkeleton />
            </div>
          }
        >
          <PlaceName value={project?.name ?? organization.name}>
            <Outlet />
          </PlaceName>
        </Suspense>
      </main>
    </div>
  );
}
