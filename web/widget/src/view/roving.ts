const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrow keys, Home and End move between the links and buttons of a group; Tab enters and leaves it. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }, leave?: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a,button')];
  const target = event.composedPath()[0] as HTMLElement;
  const at = items.findIndex((item) => item === target);
  const isMirrored =
    getComputedStyle(event.currentTarget).direction === 'rtl' && /Left|Right/.test(event.key);
  const step = (steps[event.key] ?? 0) * (isMirrored ? -1 : 1);
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step && at + step;
  if (at < 0 || (step === 0 && !/^(Home|End)$/.test(event.key))) return;
  event.preventDefault();
  if (next < 0 && leave) leave();
  else items[(next + items.length) % items.length]?.focus();
}

/** One tab stop for a whole group: its first item, later the one that had the focus. */
export function holdTab(event: FocusEvent & { currentTarget: HTMLElement }): void {
  for (const item of event.currentTarget.querySelectorAll<HTMLElement>('a,button')) {
    item.tabIndex = item === event.composedPath()[0] ? 0 : -1;
  }
}
