/** `mod+k`, `alt+shift+a`, `none`; `mod` is Ctrl, and ⌘ on a Mac. */
export function matches(shortcut: string, event: KeyboardEvent): boolean {
  const pressed = [event.key];
  if (event.shiftKey) pressed.unshift('shift');
  if (event.altKey) pressed.unshift('alt');
  if (event.ctrlKey || event.metaKey) pressed.unshift('mod');
  return pressed.join('+').toLowerCase() === shortcut.toLowerCase();
}

/** Whether keys are typed into something of the page just now. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest('input,textarea,select,[contenteditable]') !== null;
}
