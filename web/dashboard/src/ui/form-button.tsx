import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { toast } from './toast.tsx';

/** A button that opens a form in a dialog, which closes when it was sent. */
export function FormButton({
  title,
  icon,
  kind,
  label,
  submit,
  children,
}: {
  /** On the button and the dialog. */
  title: string;
  icon: ReactNode;
  kind?: 'quiet';
  /** The label of the form's button. */
  label: string;
  /** Receives the form's fields by name; returns the success message. */
  submit(fields: FormData): Promise<string>;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const send = async (fields: FormData) => {
    const text = await submit(fields);
    setOpen(false);
    toast(text);
  };
  return (
    <>
      <Button {...(kind && { kind })} onClick={() => setOpen(true)}>
        {icon} {title}
      </Button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Form submit={send} label={label}>
            {children}
          </Form>
        </Dialog>
      )}
    </>
  );
}
