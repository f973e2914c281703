/**
 * Copies a text.
 * @param shown where it stands on the page, to select it where the browser lets no page copy, as on http
 * @returns whether it was copied; else what was shown is selected
 */
export async function copyText(text: string, shown?: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text, shown);
  }
}

/** The older way, which needs no secure page: https://developer.mozilla.org/docs/Web/API/Document/execCommand */
function copyByCommand(text: string, shown?: Element | null): boolean {
  if (shown) getSelection()?.selectAllChildren(shown);
  let isCopied = false;
  const setText = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', setText, { once: true });
  const isAllowed = document.execCommand('copy');
  document.removeEventListener('copy', setText);
  if (isAllowed && isCopied) getSelection()?.removeAllRanges();
  return isAllowed && isCopied;
}
