import { Zap } from 'lucide-react';
import { useOrganization, useProject } from '../../layout/where.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CsvMenu } from '../../ui/csv-link.tsx';
import { PagedList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TriggerRow } from './trigger-row.tsx';
import { WaitingCard } from './waiting-card.tsx';

export function TriggersPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  return (
    <Page
      title="Triggers"
      about="Events that can start a docs job, and what each led to."
      actions={
        <>
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/triggers` }]} />
          <LinkButton to="/$org/$domain/settings" params={{ org, domain: project.domain }}>
            Configure triggers
          </LinkButton>
        </>
      }
    >
      <WaitingCard />
      <PagedList
        query={project.queries.triggers}
        unit={['event', 'events']}
        row={(trigger) => <TriggerRow key={trigger.id} trigger={trigger} org={org} domain={project.domain} />}
        empty={
          <EmptyState icon={Zap} title="Nothing has happened yet">
            Merged code, releases, schedules and review comments are listed here once a trigger watches for
            them.
          </EmptyState>
        }
      />
    </Page>
  );
}
