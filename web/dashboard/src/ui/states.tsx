import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { RequestError } from '../api/request.ts';
import { Button, LinkButton } from './button.tsx';

/** The empty state of a view: what will be there, and how to fill it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-11 place-items-center rounded-xl bg-hover text-soft">
        <Icon size={20} aria-hidden />
      </span>
      <h2 className="mt-4 text-base font-semibold">{title}</h2>
      {children !== undefined && <div className="mt-1 max-w-md text-sm text-soft">{children}</div>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** An error with the server's message, and the request id for its log. */
export function ErrorState({
  error,
  retry,
  heading: Heading = 'h2',
}: {
  error: unknown;
  retry?: () => void;
  heading?: 'h1' | 'h2';
}) {
  const known = error instanceof RequestError;
  const isAbsent = known && error.status === 404;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-11 place-items-center rounded-xl bg-bad-soft text-bad">
        <CircleAlert size={20} aria-hidden />
      </span>
      <Heading className="mt-4 text-base font-semibold">
        {isAbsent ? 'There is nothing here' : 'This could not be loaded'}
      </Heading>
      <p className="mt-1 max-w-md text-sm text-soft">
        {known ? error.message : 'Something in this page went wrong. Reload it to try again.'}
      </p>
      {known && error.requestId !== undefined && (
        <p className="mt-2 font-mono text-xs text-faint">{error.requestId}</p>
      )}
      <div className="mt-5">
        {isAbsent ? (
          <LinkButton to="/">All projects</LinkButton>
        ) : (
          retry !== undefined && <Button onClick={retry}>Try again</Button>
        )}
      </div>
    </div>
  );
}

/** An error beside the control that it belongs to. */
export function ErrorText({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const known = error instanceof RequestError;
  return (
    <div role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
      {known ? error.message : 'This did not work. Please try again.'}
      {known && error.further.length > 0 && (
        <ul className="mt-1 list-inside list-disc">
          {error.further.map(({ path, message }) => (
            <li key={path}>
              {path}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A skeleton for a loading page; shown only after a short delay. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Bone className="h-24" />
      <Bone className="h-64" />
    </div>
  );
}

export function Bone({ className }: { className: string }) {
  return <div className={`animate-pulse-soft rounded-xl border border-line bg-hover ${className}`} />;
}

/** A note in the flow of a page. */
export function Note({ tone, children }: { tone: 'warn' | 'bad' | 'accent'; children: ReactNode }) {
  const look = {
    warn: 'bg-warn-soft text-warn',
    bad: 'bg-bad-soft text-bad',
    accent: 'bg-accent-soft text-accent-strong',
  };
  return <div className={`rounded-xl px-4 py-3 text-sm ${look[tone]}`}>{children}</div>;
}
