import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button.tsx';
import { useModal } from './use-modal.ts';

/** The browser's modal dialog: it keeps the focus inside, closes on Escape and restores the focus. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  const modal = useModal(onClose);
  const id = useId();
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="m-auto w-[min(34rem,calc(100vw-2rem))] rounded-2xl border border-line bg-panel p-0 text-ink shadow-pop"
    >
      <header className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      <div className="p-5">{children}</div>
    </dialog>
  );
}
