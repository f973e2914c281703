import type { FormEvent, ReactNode } from 'react';
import { RequestError } from '../api/request.ts';
import { Button } from './button.tsx';
import { ProblemsContext, useProblems } from './problems.ts';
import { ErrorText } from './states.tsx';
import { type Done, useAction } from './use-action.ts';

/** A form that sends once at a time and shows the errors of its fields. */
export function Form({
  submit,
  label,
  children,
  beside,
  wide = false,
}: {
  /** Receives the form's fields by name; returns the success message, if the page does not show it. */
  submit(fields: FormData): Promise<Done | void>;
  /** The button's label. */
  label: string;
  children: ReactNode;
  /** Beside the button. */
  beside?: ReactNode;
  /** The button is as wide as the form. */
  wide?: boolean;
}) {
  const { form, problems, check, showError, forget } = useProblems();
  const sending = useAction(async (fields: FormData) => {
    try {
      return await submit(fields);
    } catch (error) {
      showError(error);
      throw error;
    }
  });
  const told = sending.error instanceof RequestError ? sending.error.details.length : 0;
  const isUntold = problems.size === 0 || told > problems.size;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check()) sending.run(new FormData(event.currentTarget));
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={({ target }) => forget(target)}
      className="grid gap-4"
    >
      <ProblemsContext value={problems}>{children}</ProblemsContext>
      {isUntold && <ErrorText error={sending.error} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {beside}
        <Button type="submit" kind="primary" busy={sending.busy} className={wide ? 'w-full' : ''}>
          {sending.busy ? 'Please wait…' : label}
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
