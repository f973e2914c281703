import type { ReactNode } from 'react';

type CardProps = {
  title?: ReactNode;
  /** Beside the title: a link or a button. */
  action?: ReactNode;
  children: ReactNode;
  /** Without it, the content reaches to the edge, as tables do. */
  padded?: boolean;
  className?: string;
};

/** The anchor of a card, for links to it: `Pull requests` is `pull-requests`. */
export const cardId = (title: string) => title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

export function Card({ title, action, children, padded = true, className = '' }: CardProps) {
  return (
    <section
      id={typeof title === 'string' ? cardId(title) : undefined}
      className={`min-w-0 scroll-mt-4 overflow-hidden rounded-xl border border-line bg-panel shadow-card ${className}`}
    >
      {(title !== undefined || action !== undefined) && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 sm:px-5">
          <h2 className="text-sm font-semibold">{title}</h2>
          {action}
        </header>
      )}
      <div className={padded ? 'p-4 sm:p-5' : ''}>{children}</div>
    </section>
  );
}

/** One number with its name; `hint` explains it. */
export function Figure({
  name,
  value,
  hint,
  tone = 'plain',
}: {
  name: string;
  value: ReactNode;
  hint?: ReactNode;
  tone?: 'plain' | 'good' | 'warn' | 'bad';
}) {
  const color = { plain: 'text-ink', good: 'text-good', warn: 'text-warn', bad: 'text-bad' }[tone];
  return (
    <div className="min-w-0 flex-1 basis-42 bg-panel px-4 py-4 sm:px-5">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className={`mt-1 truncate text-2xl font-semibold tracking-tight tabular-nums ${color}`}>{value}</dd>
      {hint !== undefined && <dd className="mt-0.5 text-xs text-faint">{hint}</dd>}
    </div>
  );
}

/** Numbers side by side in one frame, with thin lines between them. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card">
      {children}
    </dl>
  );
}
