import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch, TextField } from '../../ui/field.tsx';
import { Form, linesOf, textOf } from '../../ui/form.tsx';
import { ErrorText, Note } from '../../ui/states.tsx';

/** When docs are deployed: by polling, by pushes, as previews, or not at all. */
export function FreshnessCard({ save }: { save(changes: object): Promise<void> }) {
  const { id, settings } = useProject();
  const submit = (form: FormData) => {
    const pollMinutes = textOf(form, 'pollMinutes');
    return save({
      settings: {
        pinned: form.has('pinned'),
        previewBranches: linesOf(form, 'previewBranches'),
        ...(pollMinutes !== undefined && { pollMinutes: Number(pollMinutes) }),
      },
    });
  };
  return (
    <Card title="Freshness">
      <Form submit={submit} label="Save">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Minutes between looks at the sources"
            name="pollMinutes"
            type="number"
            min={0}
            max={10_080}
            defaultValue={settings.pollMinutes ?? ''}
            hint="Empty: as the server does. 0: never."
          />
          <TextField
            label="Branches that get a preview when pushed"
            name="previewBranches"
            defaultValue={(settings.previewBranches ?? []).join(', ')}
            placeholder="docs/*, next"
            hint="* stands for anything."
          />
        </div>
        <Switch
          label="Pinned"
          name="pinned"
          defaultChecked={settings.pinned === true}
          hint="The docs stay as they are, whatever is pushed."
        />
      </Form>
      <div className="mt-5 border-t border-line pt-5">
        <Webhook projectId={id} />
      </div>
    </Card>
  );
}

type Made = { url: string; secret: string };

function Webhook({ projectId }: { projectId: string }) {
  const path = `/manage/v1/projects/${projectId}/webhook`;
  const [made, setMade] = useState<Made>();
  const [error, setError] = useState<unknown>(null);
  const make = () => {
    setError(null);
    request<Made>('POST', path).then(setMade, setError);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-xl text-sm text-soft">
        With a webhook, a push to the repository deploys at once. A new secret leaves the one before good for
        a day.
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          label="Remove the secrets"
          title="Remove the webhook secrets?"
          action={() => request('DELETE', path)}
        >
          Pushes are refused from now on.
        </ConfirmButton>
        <Button onClick={make}>New webhook secret</Button>
      </div>
      <ErrorText error={error} />
      {made !== undefined && (
        <Dialog title="Webhook" onClose={() => setMade(undefined)}>
          <div className="grid gap-4 text-sm">
            <p>Add it at the forge: push events, content type application/json.</p>
            <CopyValue value={made.url} label="the address" />
            <CopyValue value={made.secret} label="the secret" />
            <Note tone="warn">The secret is shown only now.</Note>
            <Button className="justify-self-end" onClick={() => setMade(undefined)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
