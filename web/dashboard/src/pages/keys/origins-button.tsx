import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Key } from '../../api/types.ts';
import { useMay, useOrganization } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form, linesOf } from '../../ui/form.tsx';

/** From which sites browsers may use a key; the one thing of it that changes. */
export function OriginsButton({ apiKey: { id, name, originAllowList } }: { apiKey: Key }) {
  const { slug } = useOrganization();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay('admin')) return null;
  const save = async (fields: FormData) => {
    const changes = { originAllowList: linesOf(fields, 'origins') };
    await request('PATCH', `/manage/v1/organizations/${slug}/keys/${id}`, changes);
    await client.invalidateQueries({ queryKey: ['organization', slug, 'keys'] });
    setIsOpen(false);
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Origins</Button>
      {isOpen && (
        <Dialog title={`Origins of “${name}”`} onClose={() => setIsOpen(false)}>
          <Form submit={save} label="Save" beside={<Button onClick={() => setIsOpen(false)}>Cancel</Button>}>
            <TextArea
              label="Allowed origins"
              name="origins"
              defaultValue={originAllowList.join('\n')}
              placeholder="https://docs.example.com"
              hint="One on each line. Empty: every site may use the key."
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
