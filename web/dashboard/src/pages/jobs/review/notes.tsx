import { CircleAlert, MessageSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import type { LineNote, Place } from './line-notes.ts';

export type WriteNotes = {
  /** Adds a comment to the unsent review. */
  add(place: Place, text: string): void;
  remove(note: Extract<LineNote, { kind: 'draft' }>): void;
  stop(): void;
};

/** The notes below a line, in order; `write` is null for people who may not comment. */
export function Notes({ notes, write }: { notes: readonly LineNote[]; write: WriteNotes | null }) {
  return (
    <div className="grid gap-2 border-y border-line bg-canvas p-2 font-sans text-sm whitespace-normal sm:p-3">
      {notes.map((note, nth) => (
        <Note key={nth} note={note} write={write} />
      ))}
    </div>
  );
}

function Note({ note, write }: { note: LineNote; write: WriteNotes | null }) {
  switch (note.kind) {
    case 'finding': {
      const { line, check, message } = note.finding;
      return (
        <Box
          icon={<CircleAlert size={15} className="text-warn" />}
          name={line === null ? 'The checks' : `The checks, line ${line}`}
        >
          {message} <code className="font-mono text-xs text-faint">{check}</code>
        </Box>
      );
    }
    case 'said':
      return (
        <Box
          icon={<MessageSquare size={15} className="text-soft" />}
          name={`Line ${note.comment.line}`}
          beside={note.answeredBy !== null && <Badge tone="accent">for round {note.answeredBy}</Badge>}
        >
          {note.comment.text}
        </Box>
      );
    case 'draft':
      return (
        <Box
          icon={<MessageSquare size={15} className="text-soft" />}
          name={`Line ${note.comment.line}`}
          beside={
            <>
              <Badge tone="warn">not sent yet</Badge>
              <Button kind="quiet" onClick={() => write?.remove(note)}>
                Remove
              </Button>
            </>
          }
        >
          {note.comment.text}
        </Box>
      );
    case 'writing':
      return write === null ? null : <Writing place={note.place} write={write} />;
  }
}

function Box({
  icon,
  name,
  beside,
  children,
}: {
  icon: ReactNode;
  name: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="rounded-lg border border-line bg-panel px-3 py-2">
      <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
        <span aria-hidden>{icon}</span>
        <span className="flex-1 font-medium">{name}</span>
        {beside}
      </div>
      <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
        {children}
      </p>
    </div>
  );
}

function Writing({ place, write }: { place: Place; write: WriteNotes }) {
  const [text, setText] = useState('');
  const add = async () => write.add(place, text.trim());
  return (
    <div className="rounded-lg border border-line bg-panel p-3">
      <Form submit={add} label="Add comment" beside={<Button onClick={write.stop}>Cancel</Button>}>
        <TextArea
          label={`Comment on ${place.side === 'old' ? 'removed ' : ''}line ${place.line}`}
          rows={3}
          required
          autoFocus
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text === '') write.stop();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
          placeholder="What should be different here?"
        />
      </Form>
    </div>
  );
}
