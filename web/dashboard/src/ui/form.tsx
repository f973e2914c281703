import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { singleFlight } from './single-flight.ts';
import { ErrorText } from './states.tsx';

/** A form that sends once at a time and shows what was wrong with what it sent. */
export function Form({
  submit,
  label,
  children,
  beside,
  wide = false,
}: {
  /** Gets the form's fields by their names. */
  submit(fields: FormData): Promise<unknown>;
  /** What the button says. */
  label: string;
  children: ReactNode;
  /** Beside the button. */
  beside?: ReactNode;
  /** The button is as wide as the form. */
  wide?: boolean;
}) {
  const sending = useMutation({ mutationFn: submit });
  // Two submits can come before the first is drawn as pending.
  const [once] = useState(() => singleFlight((send: () => Promise<unknown>) => send()));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // What went wrong is shown below.
    void once(() => sending.mutateAsync(fields))?.catch(() => undefined);
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {children}
      <ErrorText error={sending.error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {beside}
        <Button type="submit" kind="primary" busy={sending.isPending} className={wide ? 'w-full' : ''}>
          {sending.isPending ? 'Please wait…' : label}
        </Button>
      </div>
    </form>
  );
}

/** A text field's value, trimmed; empty is undefined. */
export function textOf(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A text field's lines and comma-separated parts, without empty ones. */
export const linesOf = (fields: FormData, name: string): string[] =>
  (textOf(fields, name) ?? '').split(/[\s,]+/).filter(Boolean);
