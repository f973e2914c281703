import type { DocentEvents } from '../../docent.d.ts';

/** What the loader gives to the panel. */
export type Host = {
  element: HTMLElement;
  root: ShadowRoot;
  /** Where Docent is, with a slash at the end. */
  base: string;
  /** A setting by its name without `data-`: of the element, of the script's tag, or of the script's address. */
  read(name: string): string | undefined;
  emit<Name extends keyof DocentEvents>(event: Name, detail: DocentEvents[Name]): void;
};

/** What the panel gives back. */
export type Panel = {
  open(options: { question?: string | undefined; selection?: string | undefined; ask?: boolean }): void;
  close(): void;
  isOpen(): boolean;
  unmount(): void;
};

/** The module that is loaded at the first opening. */
export type PanelModule = { mountPanel(host: Host): Panel };
