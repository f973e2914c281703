import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';

type Toast = { id: number; text: string; undo?: () => void; path: string };

const shownMs = 8_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Shows a message at the window's edge. One with an undo button stays as long as its page: nobody must be quick.
 * https://www.w3.org/TR/WCAG22/#timing-adjustable
 */
export function toast(text: string, undo?: () => void): void {
  change([...toasts.slice(-2), { id: nextId++, text, path: location.pathname, ...(undo && { undo }) }]);
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
  const { pathname } = useLocation();
  useEffect(
    () => change(toasts.filter(({ undo, path }) => undo === undefined || path === pathname)),
    [pathname],
  );
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
  const stays = undo !== undefined;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => close(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, stays]);
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
