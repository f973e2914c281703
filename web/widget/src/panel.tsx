// The code loaded on the first opening: the dialog or inline panel, with everything in it.
import { render } from 'preact';
import type { Host, Panel } from './loader/host.ts';
import { createChat } from './chat/chat.ts';
import { type Appearance, createClient } from './chat/client.ts';
import { openHistory } from './chat/history.ts';
import css from './style.css?inline';
import { en } from './text/en.ts';
import { Frame } from './view/frame.tsx';
import { createLook, labelsFor, rememberAppearance, rememberedAppearance } from './view/look.ts';
import { SessionContext, type Session } from './view/session.ts';

/** Renders the panel into the element's shadow root, closed unless the element is inline. */
export function mountPanel(host: Host): Panel {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  host.root.adoptedStyleSheets = [...host.root.adoptedStyleSheets, sheet];
  const place = document.createElement('div');
  host.root.append(place);

  const client = createClient(host);
  const threads = openHistory(host.read('domain') ?? '');
  const chat = createChat(client, threads, host.emit);
  const isInline = host.element.hasAttribute('inline');
  let labels = en;
  let appearance: Appearance = rememberedAppearance(host);
  let isOpen = isInline;
  let isGone = false;
  let wanted: Parameters<Panel['open']>[0] = {};

  function draw(): void {
    // A fetch that ends after the panel was removed is ignored.
    if (isGone) return;
    const look = createLook(host, appearance, labels);
    const say: Session['say'] = (name, values = {}) =>
      look.labels[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
    const session: Session = { host, client, chat, history: threads, look, say };
    const frame = <Frame isInline={isInline} isOpen={isOpen} wanted={wanted} onClose={close} />;
    render(<SessionContext.Provider value={session}>{frame}</SessionContext.Provider>, place);
  }

  function close(): void {
    if (!isOpen || isInline) return;
    isOpen = false;
    wanted = {};
    draw();
    host.emit('close', {});
  }

  async function loadLabels(): Promise<void> {
    labels = await labelsFor(host);
    draw();
  }

  async function loadAppearance(): Promise<void> {
    // When it fails, the first question reports the problem.
    appearance = await client.appearance().catch(() => appearance);
    rememberAppearance(host, appearance);
    draw();
  }

  draw();
  const linked = host.element.hasAttribute('full') && takeLinkedQuestion();
  if (linked) void chat.ask(linked);
  void loadLabels();
  void loadAppearance();

  return {
    open(options) {
      wanted = options;
      if (!isOpen) host.emit('open', {});
      isOpen = true;
      draw();
      // Which brings it into view.
      if (isInline) place.querySelector('textarea')?.focus();
      if (options.ask && options.question) void chat.ask(options.question);
    },
    close,
    isOpen: () => isOpen && !isInline,
    unmount() {
      isGone = true;
      chat.end();
      render(null, place);
      place.remove();
      host.root.adoptedStyleSheets = host.root.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

/** The question in the page's address, `?q=…`; removed, so that a reload does not ask again. */
function takeLinkedQuestion(): string | undefined {
  const url = new URL(location.href);
  const question = url.searchParams.get('q')?.trim();
  if (!question) return undefined;
  url.searchParams.delete('q');
  history.replaceState(history.state, '', url);
  return question;
}
