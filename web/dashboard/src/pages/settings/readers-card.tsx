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
          Restricted pages are shown only to readers with a token that your site’s backend signs with this
          secret. After you create a new one, the previous secret stays valid for a day.
        </p>
        {secret !== undefined && <CopyValue label="Reader secret, shown once" value={secret} />}
        <ConfirmButton
          kind="primary"
          label="Create a reader secret"
          title="Create a new reader secret?"
          action={make}
        >
          Tokens signed with the previous secret stay valid for a day.
        </ConfirmButton>
      </div>
    </Card>
  );
}
