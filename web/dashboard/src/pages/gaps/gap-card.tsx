import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { Gap } from '../../../../../src/protocol/manage/gap-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** The fields of a topic that people edit: name, owner, note. */
export function GapCard({ gap }: { gap: Gap }) {
  const { queries } = useOrganization();
  const project = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const { data } = useInfiniteQuery(queries.members);
  const members = data?.pages.flatMap(({ items }) => items) ?? [];
  const save = async (fields: FormData) => {
    const name = String(fields.get('name')).trim();
    await request('PATCH', `/manage/v1/projects/${project.id}/gaps/${gap.id}`, {
      // An unchanged name is not sent, so that it stays the model's or the person's.
      ...(name !== gap.label && { name }),
      ownerId: String(fields.get('owner')) || null,
      note: String(fields.get('note')).trim(),
    });
    await client.invalidateQueries({ queryKey: ['project', project.id] });
    return { text: 'Saved.' };
  };
  if (!may) return null;
  return (
    <Card title="Name, owner and note">
      {/* The key remounts the form after saving, so that the fields show the saved values. */}
      <Form key={`${gap.label} ${gap.ownerId} ${gap.note} ${members.length}`} submit={save} label="Save">
        <TextField
          label="Name"
          name="name"
          defaultValue={gap.label}
          maxLength={160}
          hint={gap.namedBy === 'model' ? 'Given by the language model.' : 'Empty: Docent names it.'}
        />
        <Select label="Owner" name="owner" defaultValue={gap.ownerId ?? ''}>
          <option value="">Nobody</option>
          {members.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </Select>
        <TextArea
          label="Note"
          name="note"
          rows={3}
          defaultValue={gap.note}
          maxLength={4000}
          hint="Also goes into the drafted task."
        />
      </Form>
    </Card>
  );
}
