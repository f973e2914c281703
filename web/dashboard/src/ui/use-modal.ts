import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a dialog that is open as long as it is rendered. The browser gives the focus back when a dialog closes, but not
 * when React takes it out of the page: then it goes to where it was, or to the heading when that is gone.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (document.activeElement !== document.body) return;
      const next = before?.isConnected === true ? before : document.querySelector('h1');
      (next as HTMLElement | null)?.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
