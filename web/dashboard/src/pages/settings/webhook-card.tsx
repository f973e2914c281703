import { useState } from 'react';
import { request } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorText, Note } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useMay } from '../../layout/where.ts';

type Made = { url: string; secret: string };

/** The secret by which pushes deploy at once. */
export function WebhookCard({ projectId }: { projectId: string }) {
  const path = `/manage/v1/projects/${projectId}/webhook`;
  const [made, setMade] = useState<Made>();
  const making = useAction(async () => setMade(await request<Made>('POST', path)));
  if (!useMay('admin')) return null;
  return (
    <Card title="Webhook">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-sm text-soft">
          With a webhook, a push to the repository deploys immediately. After you create a new secret, the
          previous one stays valid for a day.
        </p>
        <div className="flex flex-wrap gap-2">
          <ConfirmButton
            label="Remove the secrets"
            title="Remove the webhook secrets?"
            action={() => request('DELETE', path)}
          >
            Pushes are refused from now on.
          </ConfirmButton>
          <Button busy={making.busy} onClick={() => making.run()}>
            New webhook secret
          </Button>
        </div>
        <ErrorText error={making.error} />
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
    </Card>
  );
}
