import { useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { request } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Page } from '../../ui/page.tsx';
import { Note } from '../../ui/states.tsx';
import { AgentsCard } from './agents-card.tsx';
import { LooksCard } from './looks-card.tsx';
import { TagCard } from './tag-card.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Form } from '../../ui/form.tsx';
import type { Appearance } from '../../../../../src/protocol/manage/appearance-schema.ts';

const pauseMs = 400;
/** From the server, not from the dashboard's build. */
const widgetUrl = '/widget.js';

/** The real widget with the unsaved look. It asks with the public page's key. */
function PreviewCard({ looks }: { looks: Appearance }) {
  const { domain, settings } = useProject();
  const place = useRef<HTMLDivElement>(null);
  const key = settings.askPageKey;
  useEffect(() => {
    if (key === undefined) return undefined;
    const timer = setTimeout(() => {
      place.current?.replaceChildren(previewElement(domain, key, looks));
      void import(/* @vite-ignore */ widgetUrl);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [domain, key, looks]);
  return (
    <Card title="Preview" padded={false}>
      {key === undefined ? (
        <p className="p-5 text-sm text-soft">Open the public page to see a preview: it asks with its key.</p>
      ) : (
        <div ref={place} className="grid h-[30rem] p-4 [&>*]:h-full" />
      )}
    </Card>
  );
}

function previewElement(domain: string, key: string, looks: Appearance): HTMLElement {
  const element = document.createElement('docent-assistant');
  const { starters, ...rest } = looks;
  const attributes = { ...rest, domain, key, inline: '', ...(starters && { starters: starters.join('|') }) };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** “Ask AI” on the project's own site. */
export function WidgetPage() {
  const { slug } = useOrganization();
  const project = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const [looks, setLooks] = useState(project.settings.appearance ?? {});
  const [saved, setSaved] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['organization', slug] });
  const save = async () => {
    await request('PATCH', `/manage/v1/projects/${project.id}`, { settings: { appearance: looks } });
    await refresh();
    setSaved(true);
  };
  const change = (changed: typeof looks) => {
    setSaved(false);
    setLooks(changed);
  };
  return (
    <Page title="Widget" about="“Ask AI” on your site: one tag, or a page of its own.">
      <div role="status" className="empty:absolute">
        {saved && <Note tone="accent">Saved. Readers see it when they open the widget.</Note>}
      </div>
      <TagCard />
      <AskPageCard onChange={refresh} />
      <AgentsCard />
      <fieldset disabled={!may} className="contents">
        <LooksCard looks={looks} onChange={change} save={save} />
      </fieldset>
      <PreviewCard looks={looks} />
    </Page>
  );
}

/** The public page, where everyone with the link can ask. */
function AskPageCard({ onChange }: { onChange(): Promise<void> }) {
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
