import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../layout/where.ts';
import { FindDialog } from '../../ui/find-dialog.tsx';

/** Finds a topic by its name, among all of the project. `onChoose` gets its id, or null for a new one. */
export function FindTopic({
  label,
  but,
  mayBeNew,
  onChoose,
  onClose,
}: {
  label: string;
  /** The topic that is not offered. */
  but: string;
  mayBeNew: boolean;
  onChoose(id: string | null): void;
  onClose(): void;
}) {
  const { queries } = useProject();
  const [text, setText] = useState('');
  const { data = [], isFetching } = useQuery(queries.topicNames(text.trim()));
  const others = data.filter(({ id }) => id !== but).map(({ id, label }) => ({ key: id, id, name: label }));
  const entries = mayBeNew ? [{ key: '', id: null, name: 'A new topic' }, ...others] : others;
  return (
    <FindDialog
      entries={entries}
      {...{ label, text, onClose }}
      onText={setText}
      isLoading={isFetching}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}
