import type { DocentEvents } from '../../docent.d.ts';

/** What the loader passes to the panel. */
export type Host = {
  element: HTMLElement;
  root: ShadowRoot;
  /** Docent's address, with a slash at the end. */
  base: string;
  /** A setting by its name without `data-`: from the element, the script's tag, or the script's address. */
  read(name: string): string | undefined;
  emit<Name extends keyof DocentEvents>(event: Name, detail: DocentEvents[Name]): void;
};

/** What the panel returns. */
export type Panel = {
  open(options: { question?: string | undefined; selection?: string | undefined; ask?: boolean }): void;
  close(): void;
  isOpen(): boolean;
  unmount(): void;
};

/** The module that is loaded on the first opening. */
export type PanelModule = { mountPanel(host: Host): Panel };
