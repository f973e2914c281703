/** The text selected on the page, if it is worth asking about. */
export function selectedText(): string | undefined {
  const text = `${getSelection() ?? ''}`.trim();
  return text[2] ? text : undefined;
}

/** Shows a button below the selection, and hides it without one. */
export function followSelection(button: HTMLElement): void {
  let timer = 0;
  const place = () => {
    if (!selectedText()) return;
    const { bottom, left } = getSelection()!.getRangeAt(0).getBoundingClientRect();
    button.hidden = false;
    button.style.top = `${Math.min(bottom + 8, innerHeight - 48)}px`;
    button.style.left = `${Math.min(left, innerWidth - 180)}px`;
  };
  button.hidden = true;
  document.addEventListener('selectionchange', () => {
    button.hidden = true;
    clearTimeout(timer);
    // Not while the mouse button is down.
    timer = setTimeout(place, 300);
  });
}
