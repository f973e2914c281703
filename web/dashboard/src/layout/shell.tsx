import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { IconButton } from '../ui/button.tsx';
import { PlaceName } from '../ui/place-name.ts';
import { PageSkeleton } from '../ui/states.tsx';
import { Logo } from './logo.tsx';
import { PaletteKeys } from './palette-keys.tsx';
import { Navigation } from './navigation.tsx';
import { useOrganization, useProjectIfAny } from './where.ts';

/** The frame of every page of an organization: the navigation at the side, on a phone behind a button. */
export function Shell() {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const organization = useOrganization();
  const project = useProjectIfAny();
  useEffect(() => drawer.current?.close(), [pathname]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_1fr] print:block">
      <a
        href="#main"
        className="sr-only z-20 rounded-lg bg-panel px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-panel px-3 py-2 lg:hidden print:hidden">
        <IconButton label="Open the menu" onClick={() => drawer.current?.showModal()}>
          <Menu size={19} aria-hidden />
        </IconButton>
        <Logo size={24} />
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {project?.name ?? organization.name}
        </span>
      </header>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-panel lg:block print:hidden">
        <Navigation />
      </aside>
      <dialog
        ref={drawer}
        aria-label="Menu"
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
        className="m-0 h-dvh max-h-none w-72 border-r border-line bg-panel p-0 text-ink shadow-pop lg:hidden"
      >
        <Navigation />
      </dialog>
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
