import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));

const KeyboardHelp = lazy(() =>
  import('./keyboard-help.tsx').then((module) => ({ default: module.KeyboardHelp })),
);

/** Opens the palette with Ctrl or ⌘ and K and on its event; `?` opens the help with all shortcuts. */
export function PaletteKeys() {
  const [open, setOpen] = useState<Contents | 'help' | null>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === '?' && !isWriting(event.target)) setOpen('help');
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setOpen('all');
    };
    const onAsked = (event: Event) => setOpen((event as CustomEvent<Contents>).detail);
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener(asked, onAsked);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener(asked, onAsked);
    };
  }, []);
  if (open === null) return null;
  if (open === 'help') {
    return (
      <Suspense>
        <KeyboardHelp onClose={() => setOpen(null)} />
      </Suspense>
    );
  }
  return (
    <Suspense>
      <Palette {...(open === 'projects' && { only: 'projects' as const })} onClose={() => setOpen(null)} />
    </Suspense>
  );
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

type Contents = 'all' | 'projects';

const asked = 'docent-palette';

/** Opens the palette, to find anything or only to switch the project. */
export function openPalette(detail: Contents): void {
  window.dispatchEvent(new CustomEvent(asked, { detail }));
}
