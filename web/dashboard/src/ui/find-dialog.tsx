import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { ErrorText } from './states.tsx';
import { useModal } from './use-modal.ts';

/** An entry of the list; `about` is said beside it. */
type Found = { key: string; name: string; about?: string };

/**
 * A dialog to find something by its name: a combobox with a list box.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function FindDialog<Entry extends Found>({
  label,
  text,
  onText,
  entries,
  isLoading = false,
  error = null,
  onChoose,
  onClose,
}: {
  label: string;
  text: string;
  onText(text: string): void;
  entries: readonly Entry[];
  /** Whether the entries are still those of an earlier text. */
  isLoading?: boolean;
  error?: Error | null;
  onChoose(entry: Entry): void;
  onClose(): void;
}) {
  const modal = useModal(onClose);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const [at, setAt] = useState(0);
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    onChoose(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (at + step + entries.length) % Math.max(1, entries.length);
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key !== 'Enter' || isLoading) return;
    // The same Enter would press what the focus goes back to.
    event.preventDefault();
    choose(entries[at]);
  };
  return (
    <dialog
      {...modal}
      aria-label={label}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] rounded-2xl border border-line bg-panel p-0 text-ink shadow-pop"
    >
      <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
        <Search size={17} aria-hidden className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={entries[at] && `${id}-${at}`}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onText(event.target.value);
            setAt(0);
          }}
          className="min-h-12 w-full bg-transparent text-sm text-ellipsis outline-none placeholder:text-faint"
        />
        <IconButton label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="What was found"
        className="max-h-[50vh] overflow-y-auto p-2"
      >
        {entries.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
          <li
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(entry)}
            onMouseMove={() => setAt(index)}
            className="flex cursor-pointer items-baseline justify-between gap-4 rounded-lg px-3 py-2 text-sm aria-selected:bg-hover"
          >
            <span dir="auto" className="min-w-0 truncate">
              {entry.name}
            </span>
            <span className="max-w-2/5 shrink-0 truncate text-xs text-faint">{entry.about}</span>
          </li>
        ))}
      </ul>
      <ErrorText error={error} />
      {entries.length === 0 && error === null && (
        <p role="status" className="px-5 pb-5 text-sm text-soft">
          {isLoading ? 'Looking…' : 'Nothing has that name.'}
        </p>
      )}
    </dialog>
  );
}
