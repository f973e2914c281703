import { useState } from 'react';
import { request } from '../../api/request.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';

/** The secret that the site's backend signs reader tokens with. */
export function ReadersCard({ projectId }: { projectId: string }) {
  const [secret, setSecret] = useState<string>();
  const make = async () => {
    const path = `/manage/v1/projects/${projectId}/reader-secret`;
    setSecret((await request<{ secret: string }>('POST', path)).secret);
  };
  return (
    <Card title="Readers">
      <div className="grid justify-items-start gap-4">
        <p className="text-sm text-soft">
          Pages of groups are shown to readers whom your site vouches for: its backend signs a token with this
          secret. A new secret leaves the one before good for a day.
        </p>
        {secret !== undefined && <CopyValue label="Reader secret, shown once" value={secret} />}
        <ConfirmButton
          kind="primary"
          label="Create a reader secret"
          title="Create a new reader secret?"
          action={make}
        >
          Tokens that the one before signed stay good for a day.
        </ConfirmButton>
      </div>
    </Card>
  );
}
