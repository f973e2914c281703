type Press = Record<'key' | 'code', string> & Record<'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey', boolean>;

/** `mod+k`, `alt+shift+a`, `none`; `mod` is Ctrl, and ⌘ on a Mac. */
export function matches(shortcut: string, { key, code, shiftKey, altKey, ctrlKey, metaKey }: Press): boolean {
  const held = `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}`;
  // With Alt on a Mac and on other keyboards the key types another letter: then its code counts, such as `KeyK`.
  const pressed = held + (key > '~' ? code.slice(3) : key);
  return pressed.toLowerCase() === shortcut.toLowerCase();
}
