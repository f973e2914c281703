import { SendHorizontal, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';

type Props = { busy: boolean; filledIn?: string | undefined; onAsk(question: string): void; onStop(): void };

export function QuestionBox({ busy, filledIn, onAsk, onStop }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const question = String(new FormData(event.currentTarget).get('question')).trim();
    if (busy || question === '') return;
    event.currentTarget.querySelector('textarea')!.value = '';
    onAsk(question);
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter may end the composition of a character, and must not send then.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="flex items-end gap-2 rounded-2xl border border-edge bg-panel p-2 shadow-pop has-focus-visible:border-accent"
    >
      <textarea
        name="question"
        dir="auto"
        aria-label="Question"
        rows={1}
        defaultValue={filledIn}
        autoFocus
        maxLength={10_000}
        placeholder="How do I get started?"
        onKeyDown={sendOnEnter}
        className="field-sizing-content max-h-48 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-3 py-1.5 text-[15px] outline-none placeholder:text-faint"
      />
      {busy && (
        <Button onClick={onStop}>
          <Square size={14} aria-hidden /> Stop
        </Button>
      )}
      <Button kind="primary" type="submit" disabled={busy}>
        <SendHorizontal size={16} aria-hidden /> Ask
      </Button>
    </form>
  );
}
