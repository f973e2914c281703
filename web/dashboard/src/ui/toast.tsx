import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';

type Toast = { id: number; text: string; undo?: () => void };

const shownMs = 8_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a message at the window's edge, with an undo button where that is possible. */
export function toast(text: string, undo?: () => void): void {
  change([...toasts.slice(-2), { id: nextId++, text, ...(undo && { undo }) }]);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const close = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Renders the toasts; used once, around all pages. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 grid justify-items-center gap-2 px-4"
    >
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastView({ toast: { id, text, undo } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => close(id), shownMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-xl border border-line bg-panel py-1 pr-1 pl-4 text-sm shadow-pop">
      <span className="min-w-0 break-words">{text}</span>
      {undo !== undefined && (
        <button
          type="button"
          className="min-h-8 rounded-lg px-2 font-medium text-accent-strong hover:bg-hover"
          onClick={() => {
            close(id);
            undo();
          }}
        >
          Undo
        </button>
      )}
      <IconButton label="Close this message" onClick={() => close(id)}>
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
