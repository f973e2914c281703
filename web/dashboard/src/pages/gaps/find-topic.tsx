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
  const asked = text.trim();
  const { data = [], isPending, isPlaceholderData, error } = useQuery(queries.topicNames(asked));
  const others = data.filter(({ id }) => id !== but).map(({ id, label }) => ({ key: id, id, name: label }));
  const created = mayBeNew ? [{ key: '', id: null, name: 'A new topic' }] : [];
  return (
    <FindDialog
      entries={asked === '' ? [...created, ...others] : [...others, ...created]}
      {...{ label, text, error, onClose }}
      onText={setText}
      isLoading={isPending || isPlaceholderData}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}
