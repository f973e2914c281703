// Everything that a page loads before the first opening: the button, the shortcut, the openers and `window.docent`.
import type { Docent, DocentEvents } from '../../docent.d.ts';
import type { Host, Panel, PanelModule } from './host.ts';
import { readLook, textOn } from './kept-look.ts';
import { followSelection, selectedText } from './selection.ts';
import { matches } from './shortcut.ts';
import { style } from './style.ts';

/** The file name of the panel, inserted by the build. */
declare const PANEL: string;

const tag = 'docent-assistant';
const script = (document.currentScript ??
  document.querySelector('script[src*="/widget.js"]')) as HTMLScriptElement | null;
const address = new URL(script?.src || '/widget.js', location.href);
const base = new URL('.', address).href;
const listeners = new Set<readonly [event: string, listener: (detail: never) => void]>();

class DocentAssistant extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  #panel: Promise<Panel> | undefined;
  #opened: Panel | undefined;
  #button: HTMLButtonElement | undefined;
  #label = '';
  #isWanted = false;
  /** Longer with each try: browsers keep the failure of an address until the page is reloaded. */
  #query = '';

  readonly read: Host['read'] = (name) =>
    this.getAttribute(name) ??
    script?.getAttribute(`data-${name}`) ??
    address.searchParams.get(name) ??
    undefined;

  connectedCallback(): void {
    if (this.hasAttribute('inline')) return void this.load();
    if (!this.#button) this.#addButtons();
  }

  async disconnectedCallback(): Promise<void> {
    // A page that moves the element removes and inserts it at once.
    const panel = await this.#panel;
    if (this.isConnected) return;
    this.#panel = this.#opened = undefined;
    panel?.unmount();
  }

  load(): Promise<Panel> {
    if (!this.#opened) this.#say(' …');
    return (this.#panel ??= (
      import(/* @vite-ignore */ `${base}-/widget/${PANEL}${this.#query}`) as Promise<PanelModule>
    ).then(
      ({ mountPanel }) => {
        this.#say('');
        return (this.#opened = mountPanel({ element: this, root: this.#root, base, read: this.read, emit }));
      },
      (error: unknown) => {
        this.#panel = undefined;
        this.#query += '?';
        // A place of its own has none to say it.
        this.#button ??= this.#add((this.#label = 'Ask AI'));
        this.#say(' could not be loaded ↻');
        throw error;
      },
    ));
  }

  #add(text: string, className = ''): HTMLButtonElement {
    const button = document.createElement('button');
    button.textContent = text;
    button.className = className;
    button.addEventListener('click', () => void this.open());
    this.#root.append(button);
    return button;
  }

  /** How loading goes, in the button; shown meanwhile where a page hides it. */
  #say(text: string): void {
    if (!this.#button) return;
    this.#button.textContent = this.#label + text;
    this.#button.classList.toggle('b', !!text);
    this.#button.hidden = !text && this.hasAttribute('inline');
  }

  async open(options?: Parameters<Panel['open']>[0]): Promise<void> {
    // Before any await: opening moves the focus, and with it the selection.
    const selection = selectedText();
    this.#isWanted = true;
    // Text typed meanwhile goes into the box.
    let question = '';
    const type = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Escape') this.close();
      if (!key[1] && !ctrlKey && !metaKey) question += key;
    };
    addEventListener('keydown', type);
    const panel = await this.load().finally(() => removeEventListener('keydown', type));
    if (this.#isWanted) panel.open({ selection, question, ...options });
  }

  close(): void {
    this.#isWanted = false;
    this.#opened?.close();
  }

  #addButtons(): void {
    const { read } = this;
    const look = readLook(read('domain') ?? '');
    const color = read('color') ?? look.color ?? '#2f5bea';
    const label = (this.#label = read('label') ?? look.label ?? 'Ask AI');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets.push(sheet);
    this.style.cssText += `;--a:${color};--t:${textOn(color)}`;
    this.#button = this.#add(label, `d open ${read('position') ?? look.position}`);
    this.#button.ariaLive = 'polite';
    if (read('selection') !== 'none') followSelection(this.#add(`❝ ${label}`, 'd'));
    addEventListener('keydown', (event) => {
      const isOpen = this.#opened?.isOpen();
      if (
        event.defaultPrevented ||
        !matches(read('shortcut') ?? 'mod+k', event) ||
        (!isOpen && isTyping(event))
      )
        return;
      event.preventDefault();
      if (isOpen) this.close();
      else void this.open();
    });
  }
}

/** Whether the focus is in a text field, which may be in a shadow root. */
function isTyping(event: Event): boolean {
  return !!(event.composedPath()[0] as Element).closest?.('input,textarea,select,[contenteditable]');
}

function emit<Name extends keyof DocentEvents>(event: Name, detail: DocentEvents[Name]): void {
  for (const [wanted, listener] of listeners) if (wanted === event) listener(detail as never);
}

function start(): void {
  customElements.define(tag, DocentAssistant);
  const selector = script?.dataset['inline'];
  const element = document.createElement(tag) as DocentAssistant;
  if (selector) element.setAttribute('inline', '');
  // Beside the body, which some routers replace.
  const put = () => element.isConnected || document.querySelector(selector || 'html')?.append(element);
  if (element.read('domain')) {
    put();
    // A router may make the place later, and replace it with each page.
    if (selector) new MutationObserver(put).observe(document, { childList: true, subtree: true });
  }
  addEventListener('click', (event) => {
    // The path leads into the shadow roots of the page, too.
    for (const { dataset } of event.composedPath() as HTMLElement[]) {
      const question = dataset?.['docentOpen'];
      if (question === undefined) continue;
      event.preventDefault();
      return void element.open(question ? { question, ask: true } : {});
    }
  });
  window.docent = {
    open: (options) => element.open(options),
    close: () => element.close(),
    ask: (question) => element.open({ question, ask: true }),
    on(event, listener) {
      const entry = [event, listener] as const;
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  } satisfies Docent;
  dispatchEvent(new Event('docent:ready'));
}

// Some routers run a page's scripts again after each navigation.
if (!customElements.get(tag)) start();
