import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorText } from './states.tsx';
import { useAction } from './use-action.ts';

/** A button for irreversible actions: it asks for confirmation, and says what will happen. */
export function ConfirmButton({
  kind = 'danger',
  label,
  title,
  children,
  action,
}: {
  kind?: 'danger' | 'primary';
  label: string;
  title: string;
  children: ReactNode;
  /** Rejects with the error, which is then shown. */
  action(): Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Confirm {...{ kind, label, action }} close={() => setOpen(false)}>
            {children}
          </Confirm>
        </Dialog>
      )}
    </>
  );
}

function Confirm({
  kind,
  label,
  children,
  action,
  close,
}: {
  kind: 'danger' | 'primary';
  label: string;
  children: ReactNode;
  action(): Promise<unknown>;
  close(): void;
}) {
  const doing = useAction(async () => {
    await action();
    close();
  });
  return (
    <div className="grid gap-4 text-sm text-soft">
      <div>{children}</div>
      <ErrorText error={doing.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{kind === 'danger' ? 'Keep' : 'Not now'}</Button>
        <Button kind={kind} busy={doing.busy} onClick={() => doing.run()}>
          {label}
        </Button>
      </div>
    </div>
  );
}
