import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

/** Opens the palette by Ctrl or ⌘ and K, and for whoever sends the event. */
export function PaletteKeys() {
  const [open, setOpen] = useState<'all' | 'projects' | null>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setOpen('all');
    };
    const onProjects = () => setOpen('projects');
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener(chooseProject, onProjects);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(chooseProject, onProjects);
    };
  }, []);
  if (open === null) return null;
  return (
    <Suspense>
      <Palette {...(open === 'projects' && { only: 'projects' as const })} onClose={() => setOpen(null)} />
    </Suspense>
  );
}

/** The window's event that opens the palette to change the project. */
export const chooseProject = 'docent-choose-project';
