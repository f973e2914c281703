import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request, RequestError } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Deletes a project, by who owns it and types its domain. */
export function DeleteProject() {
  const organization = useOrganization();
  const project = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  if (!useMay('owner')) return null;
  const remove = async () => {
    if (typed !== project.domain)
      throw new RequestError(400, { message: `Type ${project.domain} to delete it.` });
    await request('DELETE', `/manage/v1/projects/${project.id}`);
    await navigate({ to: '/$org', params: { org: organization.slug } });
    await client.invalidateQueries();
  };
  return (
    <Card title="Delete this project">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">
          Also deletes its keys, conversations, gaps and indexes. The docs stay.
        </p>
        <ConfirmButton label="Delete the project" title={`Delete ${project.name}?`} action={remove}>
          <div className="grid gap-3">
            <p>This cannot be undone. Apps that use its keys stop working at once.</p>
            <TextField
              label={`Type ${project.domain} to confirm`}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        </ConfirmButton>
      </div>
    </Card>
  );
}
