import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Key } from '../../../../../src/protocol/manage/key-schema.ts';
import { useMay, useOrganization } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, linesOf, textOf } from '../../ui/form.tsx';

/** Edits the fields of a key that may change: its sites and its limits. */
export function BoundsButton({ apiKey: { id, name, originAllowList, budget } }: { apiKey: Key }) {
  const { slug } = useOrganization();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay('admin')) return null;
  const save = async (fields: FormData) => {
    const changes = {
      originAllowList: linesOf(fields, 'origins'),
      budget: {
        ...numberOf(fields, 'answersPerDay'),
        ...numberOf(fields, 'answersPerReaderPerDay'),
      },
    };
    await request('PATCH', `/manage/v1/organizations/${slug}/keys/${id}`, changes);
    await client.invalidateQueries({ queryKey: ['organization', slug, 'keys'] });
    setIsOpen(false);
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <span className="max-sm:hidden">Origins and budget</span>
        <span className="sm:hidden">Limits</span>
      </Button>
      {isOpen && (
        <Dialog title={`Origins and budget of “${name}”`} onClose={() => setIsOpen(false)}>
          <Form submit={save} label="Save" beside={<Button onClick={() => setIsOpen(false)}>Cancel</Button>}>
            <TextArea
              label="Allowed origins"
              name="origins"
              defaultValue={originAllowList.join('\n')}
              placeholder="https://docs.example.com"
              hint="One per line. Empty: every site may use the key."
            />
            <TextField
              label="Answers per day"
              name="answersPerDay"
              type="number"
              min={1}
              defaultValue={budget.answersPerDay}
              hint="Empty: as many as the organization may."
            />
            <TextField
              label="Answers per day for each reader or IP address"
              name="answersPerReaderPerDay"
              type="number"
              min={1}
              defaultValue={budget.answersPerReaderPerDay}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}

function numberOf(fields: FormData, name: string): Record<string, number> {
  const text = textOf(fields, name);
  return text === undefined ? {} : { [name]: Number(text) };
}
