import { Link, type LinkProps } from '@tanstack/react-router';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Kind, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  plain: 'bg-panel text-ink border-edge hover:bg-hover',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-panel text-bad border-edge hover:bg-bad-soft hover:border-bad',
};

export const buttonLook = (kind: Kind) =>
  `inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3 py-1.5 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-50 ${looks[kind]}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { kind?: Kind; busy?: boolean };

/** While `busy` it stays in place and focused, and ignores clicks. */
export function Button({ kind = 'plain', busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook(kind)} ${className}`}
    />
  );
}

/** A square button with an icon; `label` is its accessible name. */
export function IconButton({ label, children, className = '', ...rest }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`grid size-9 place-items-center rounded-lg text-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-50 ${className}`}
    >
      {children}
    </button>
  );
}

export function LinkButton({
  kind = 'plain',
  children,
  ...link
}: LinkProps & { kind?: Kind; children: ReactNode }) {
  return (
    <Link {...link} className={buttonLook(kind)}>
      {children}
    </Link>
  );
}
