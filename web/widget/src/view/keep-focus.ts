/**
 * Gives the focus to the panel's body when the button that had it goes, or else the keyboard would begin at the top of the
 * page. @returns a function that ends it
 */
export function keepFocus(root: HTMLElement): () => void {
  let focused: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => void (focused = target);
  const observer = new MutationObserver(() => {
    if (!(focused instanceof HTMLElement) || focused.isConnected) return;
    focused = null;
    if (document.activeElement !== document.body) return;
    root.querySelector<HTMLElement>('.body')?.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
