import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

/**
 * For a dialog that is open as long as it is rendered. The browser gives the focus back when a dialog closes, but not
 * when React takes it out of the page: then it goes to where it was, or to the heading when that is gone.
 *
 * Escape takes it out at once: the browser's own `close` event comes later, and would close what was opened meanwhile.
 * https://html.spec.whatwg.org/multipage/interactive-elements.html#close-the-dialog
 */
export function useModal(onClose: () => void) {
  const ref: RefObject<HTMLDialogElement | null> = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (document.activeElement !== document.body) return;
      const next = before?.isConnected === true ? before : document.querySelector('h1');
      (next as HTMLElement | null)?.focus({ preventScroll: true });
    };
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  return { ref, onCancel, onClose };
}
