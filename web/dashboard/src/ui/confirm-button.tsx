import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorText } from './states.tsx';

/** A button for what cannot be undone: says what will happen, and does it when told again. */
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
  /** Rejects with what went wrong, which is then shown. */
  action(): Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const confirm = async () => {
    setState({ busy: true, error: null });
    await action().then(
      () => setOpen(false),
      (error: unknown) => setState({ busy: false, error }),
    );
  };
  const show = () => {
    setState({ busy: false, error: null });
    setOpen(true);
  };
  return (
    <>
      <Button kind={kind} onClick={show}>
        {label}
      </Button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className="grid gap-4 text-sm text-soft">
            <div>{children}</div>
            <ErrorText error={state.error} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{kind === 'danger' ? 'Keep' : 'Not now'}</Button>
              <Button kind={kind} busy={state.busy} onClick={confirm}>
                {label}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
