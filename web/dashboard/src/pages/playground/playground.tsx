import { FlaskConical, SendHorizontal, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Exchange } from './ask.ts';
import { ExchangeView } from './exchange-view.tsx';
import { usePlayground } from './use-playground.ts';

export function PlaygroundPage() {
  const { domain } = useProject();
  const { exchanges, busy, ask, stop, restart } = usePlayground(domain);
  return (
    <Page
      title="Playground"
      about="Asks the real endpoint. Questions count and are kept like any others."
      actions={exchanges.length > 0 && <Button onClick={restart}>New conversation</Button>}
    >
      {/* A log that is read aloud token by token is no help; the status below says when an answer is there. */}
      <div role="log" aria-live="off" aria-label="Conversation" className="grid gap-5">
        {exchanges.length === 0 && (
          <Card padded={false}>
            <EmptyState icon={FlaskConical} title="Ask your docs something">
              You see the answer, its sources, what was retrieved for it, and how long each step took.
            </EmptyState>
          </Card>
        )}
        {exchanges.map((exchange) => (
          <ExchangeView key={exchange.id} exchange={exchange} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {describe(exchanges.at(-1))}
      </p>
      <QuestionBox busy={busy} onAsk={ask} onStop={stop} />
    </Page>
  );
}

function describe(last: Exchange | undefined): string {
  if (last === undefined) return '';
  if (last.state === 'asking') return 'Generating an answer';
  if (last.state === 'failed') return '';
  return `Answer ready: ${last.text.slice(0, 200)}`;
}

function QuestionBox({
  busy,
  onAsk,
  onStop,
}: {
  busy: boolean;
  onAsk(question: string): Promise<void>;
  onStop(): void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const question = String(new FormData(event.currentTarget).get('question')).trim();
    if (busy || question === '') return;
    event.currentTarget.reset();
    void onAsk(question);
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter that ends the composition of a character is not meant for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="sticky bottom-4 flex items-end gap-2 rounded-2xl border border-edge bg-panel p-2 shadow-pop has-focus-visible:border-accent"
    >
      <textarea
        name="question"
        aria-label="Question"
        rows={1}
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
