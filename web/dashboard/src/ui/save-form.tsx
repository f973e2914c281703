import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { RequestError } from '../api/request.ts';
import { Button } from './button.tsx';
import { ProblemsContext, useProblems } from './problems.ts';
import { ErrorText } from './states.tsx';
import { useAction } from './use-action.ts';

type Values = Record<string, unknown>;

type SaveFormProps<Changes extends Values> = {
  /** What the fields say now. */
  read(fields: FormData): Changes;
  /** Sends what differs from what was there. @param forced though something cannot be reached now */
  save(changes: Partial<Changes>, forced: boolean): Promise<unknown>;
  /** The name of the field that the server means by a path of its answer. */
  fieldOf(path: string, form: HTMLFormElement): string;
  /** What the fields show until they are changed. */
  stored: string;
  disabled: boolean;
  children: ReactNode;
};

/** A page of fields with one bar to save or discard all that was changed. Who leaves is asked first. */
export function SaveForm<Changes extends Values>(props: SaveFormProps<Changes>) {
  // Drawn anew, the fields are what is stored.
  const [version, setVersion] = useState(0);
  return <Fields key={version} {...props} onDone={() => setVersion(version + 1)} />;
}

function Fields<Changes extends Values>({
  read,
  save,
  fieldOf,
  stored,
  disabled,
  children,
  onDone,
}: SaveFormProps<Changes> & { onDone(): void }) {
  const { form, problems, check, showError, forget } = useProblems();
  const before = useRef<Changes>(undefined);
  const [changes, setChanges] = useState<Partial<Changes>>({});
  const isDirty = Object.keys(changes).length > 0;
  const look = () => {
    const now = read(new FormData(form.current!));
    before.current ??= now;
    setChanges(differing(before.current, now));
  };
  useEffect(look, []);
  // What somebody else has saved is shown, but not over what is being changed here.
  const shown = useRef(stored);
  useEffect(() => {
    if (shown.current !== stored && !isDirty) onDone();
  }, [stored, isDirty, onDone]);
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm('Leave without saving your changes?'),
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
  });
  const saving = useAction(async (forced: boolean) => {
    try {
      await save(changes, forced);
    } catch (error) {
      showError(error, fieldOf);
      throw error;
    }
    onDone();
    return { text: 'Saved.' };
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check()) saving.run(false);
  };
  const isUnreachable = saving.error instanceof RequestError && saving.error.code === 'source_unreachable';
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={({ target }) => {
        forget(target);
        look();
      }}
      // A source that is added or removed is a click; it is looked at when it has been drawn.
      onClick={() => requestAnimationFrame(() => form.current !== null && look())}
      className="grid gap-5"
    >
      <fieldset disabled={disabled} className="contents">
        <ProblemsContext value={problems}>{children}</ProblemsContext>
      </fieldset>
      {isDirty && (
        <div
          role="region"
          aria-label="Unsaved changes"
          className="sticky bottom-3 z-10 grid gap-3 rounded-xl border border-edge bg-panel p-3 shadow-lg sm:px-5"
        >
          <ErrorText error={saving.error} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm font-medium">You have unsaved changes</p>
            <div className="flex flex-wrap gap-2">
              <Button onClick={onDone}>Discard</Button>
              {isUnreachable && <Button onClick={() => saving.run(true)}>Save anyway</Button>}
              <Button type="submit" kind="primary" busy={saving.busy}>
                Save changes
              </Button>
            </div>
          </div>
        </div>
      )}
    </form>
  );
}

/** The values that are others than before. */
function differing<Changes extends Values>(before: Changes, now: Changes): Partial<Changes> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed) as Partial<Changes>;
}
