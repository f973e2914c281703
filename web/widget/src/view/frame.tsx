import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Panel } from '../loader/host.ts';
import { keepFocus } from './keep-focus.ts';
import { PanelView } from './panel-view.tsx';
import { useSession } from './session.ts';
import { accentColors, pageTheme, type Theme, watchTheme } from './theme.ts';

/** Characters of selected text that are sent. */
const maxSelectionLength = 4_000;

type Props = {
  isInline: boolean;
  isOpen: boolean;
  wanted: Parameters<Panel['open']>[0];
  onClose(): void;
};

/** The dialog or the inline panel, in the page's theme and direction. */
export function Frame({ isInline, isOpen, wanted, onClose }: Props) {
  const { look, host } = useSession();
  const theme = useTheme(host.read('theme'));
  const [draft, setDraft] = useState('');
  const [selection, setSelection] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    if (wanted.question && !wanted.ask) setDraft((before) => before + wanted.question);
    setSelection(wanted.selection?.slice(0, maxSelectionLength));
  }, [wanted]);
  // On every request to open, too: the browser may have closed the dialog without an event yet.
  useLayoutEffect(() => {
    if (!dialog.current || dialog.current.open === isOpen) return;
    if (!isOpen) return dialog.current.close();
    dialog.current.showModal();
    dialog.current.querySelector('textarea')?.focus();
  }, [isOpen, wanted]);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(accentColors(look.color, theme)))
      root.current!.style.setProperty(name, value);
  }, [look.color, theme]);

  useEffect(() => keepFocus(root.current!), []);
  useEffect(() => {
    // An inline panel leaves the focus to the page.
    if (host.element.hasAttribute('full')) root.current!.querySelector('textarea')?.focus();
  }, []);

  const view = (
    <PanelView
      isOpen={isOpen}
      draft={draft}
      onDraft={setDraft}
      selection={selection}
      onDropSelection={() => setSelection(undefined)}
      onClose={isInline ? undefined : onClose}
    />
  );
  return (
    <div
      class="docent"
      ref={root}
      data-theme={theme}
      dir={look.direction}
      lang={look.language}
      onKeyDown={keepFromPage}
      onKeyPress={keepFromPage}
      onKeyUp={keepFromPage}
    >
      {isInline ? (
        <section class="panel" aria-labelledby="title">
          {view}
        </section>
      ) : (
        <dialog
          class="panel"
          ref={dialog}
          aria-labelledby="title"
          // The `close` event comes a task later, when the dialog may be open again.
          onCancel={onClose}
          onClose={(event) => event.currentTarget.open || onClose()}
          onClick={(event) => event.target === event.currentTarget && onClose()}
        >
          {view}
        </dialog>
      )}
    </div>
  );
}

/**
 * The page does not see which element in here is typed into, so it would take letters for its own shortcuts: `/` and `s`
 * open many sites' search. Those with a modifier are for the page, and for our own shortcut.
 */
function keepFromPage(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

function useTheme(wanted: string | undefined): Theme {
  const [theme, setTheme] = useState(pageTheme);
  useEffect(() => watchTheme(() => setTheme(pageTheme())), []);
  return wanted === 'light' || wanted === 'dark' ? wanted : theme;
}
