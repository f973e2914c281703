import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { checkFields } from './check-fields.ts';
import { ErrorText, Problems } from './states.tsx';
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
  const sending = useAction(submit);
  const [problems, setProblems] = useState<string[]>([]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = checkFields(event.currentTarget);
    setProblems(wrong);
    if (wrong.length === 0) sending.run(new FormData(event.currentTarget));
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
      <Problems texts={problems} />
      {problems.length === 0 && <ErrorText error={sending.error} />}
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
