import { useState } from 'react';
import { request } from '../api/request.ts';
import { useOrganization, useProjectIfAny } from '../layout/where.ts';
import { Button } from './button.tsx';
import { sourceOf } from './source-of.ts';
import { ErrorText } from './states.tsx';
import { useAction } from './use-action.ts';

/** Tries whether the docs can be read from where the fields say, and says in words what is wrong. */
export function CheckSource({ id }: { id: string }) {
  const { slug } = useOrganization();
  const project = useProjectIfAny();
  const [found, setFound] = useState('');
  const check = useAction(async (form: HTMLFormElement) => {
    setFound('');
    const body = { source: sourceOf(new FormData(form), id), ...(project && { projectId: project.id }) };
    const path = `/manage/v1/organizations/${slug}/sources/check`;
    setFound((await request<{ found: string }>('POST', path, body)).found);
  });
  return (
    <div className="grid gap-2 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={check.busy} onClick={({ currentTarget }) => check.run(currentTarget.form!)}>
          {check.busy ? 'Trying…' : 'Test this source'}
        </Button>
        <p className="text-sm text-good" role="status">
          {found}
        </p>
      </div>
      <ErrorText error={check.error} />
    </div>
  );
}
