/**
 * Moves the focus to the panel's body when the focused button is removed; otherwise it would move to the top of the
 * page. @returns a function that stops this
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
