import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Page } from '../../ui/page.tsx';
import { Note } from '../../ui/states.tsx';
import { AgentsCard } from './agents-card.tsx';
import { AskPageCard } from './ask-page-card.tsx';
import { LooksCard } from './looks-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { TagCard } from './tag-card.tsx';

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
