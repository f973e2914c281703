import { request } from '../../api/request.ts';
import { useMay, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Form } from '../../ui/form.tsx';

/** The public page, where everyone with the link can ask. */
export function AskPageCard({ onChange }: { onChange(): Promise<void> }) {
  const { id, domain, settings } = useProject();
  const may = useMay('admin');
  const path = `/manage/v1/projects/${id}/ask-page`;
  const open = () => request('POST', path).then(onChange);
  const close = () => request('DELETE', path).then(onChange);
  return (
    <Card title="Public page">
      {settings.askPageKey === undefined ? (
        <div className="grid gap-3 text-sm text-soft">
          <p>Everyone with the link could ask, with no account. There is no such page now.</p>
          {may && (
            <Form submit={open} label="Open the page">
              {null}
            </Form>
          )}
        </div>
      ) : (
        <div className="grid gap-3 text-sm">
          <p className="text-soft">
            Everyone with the link can ask, and agents need no key. It has a key of its own, “Public page”.
          </p>
          <CopyValue value={`${location.origin}/ask/${domain}`} label="the address" />
          {may && (
            <div>
              <ConfirmButton label="Close the page" title="Close the public page?" action={close}>
                Its key is revoked at once.
              </ConfirmButton>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
