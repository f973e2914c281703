import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Link } from '@tanstack/react-router';
import { cardId } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { idsOf } from '../../ui/ids-of.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { sourcesOf } from '../../ui/source-of.ts';
import { AssistantCard, assistantOf } from './assistant-card.tsx';
import { DeleteProject } from './delete-project.tsx';
import { FreshnessCard, freshnessOf } from './freshness-card.tsx';
import { GeneralCard, generalOf } from './general-card.tsx';
import { JobStartsCard, jobStartsOf } from './job-starts-card.tsx';
import { ModelsCard } from './models-card.tsx';
import { PullRequestsCard, pullRequestsOf } from './pull-requests-card.tsx';
import { ReadersCard } from './readers-card.tsx';
import { SourcesCard } from './sources-card.tsx';
import { WebhookCard } from './webhook-card.tsx';

/** What can be set, each by the name that the server knows it by. */
function readAll(fields: FormData, isPreview: boolean): Record<string, unknown> {
  const own = { ...generalOf(fields), ...assistantOf(fields) };
  if (isPreview) return own;
  return {
    ...own,
    sources: sourcesOf(fields),
    ...freshnessOf(fields),
    ...jobStartsOf(fields),
    ...pullRequestsOf(fields),
  };
}

/** What is no setting but the project's own. */
const ofProject = ['name', 'baseUrl', 'sources'];

export function SettingsPage() {
  const organization = useOrganization();
  const project = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const isPreview = project.preview !== null;
  const save = async (changes: Record<string, unknown>, evenIfUnreachable: boolean) => {
    const all = Object.entries(changes);
    const settings = Object.fromEntries(all.filter(([name]) => !ofProject.includes(name)));
    await request('PATCH', `/manage/v1/projects/${project.id}`, {
      ...Object.fromEntries(all.filter(([name]) => ofProject.includes(name))),
      ...(Object.keys(settings).length > 0 && { settings }),
      evenIfUnreachable,
    });
    await client.invalidateQueries({ queryKey: ['organization', organization.slug] });
  };
  return (
    <Page title="Settings" about={may ? undefined : 'Only admins and owners can change these.'}>
      <div className="grid items-start gap-5 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SubNavigation titles={isPreview ? ofPreview : titles} />
        <div className="grid min-w-0 gap-5">
          <SaveForm
            read={(fields) => readAll(fields, isPreview)}
            save={save}
            fieldOf={fieldOf}
            stored={JSON.stringify([project.name, project.baseUrl, project.sources, project.settings])}
            disabled={!may}
          >
            <GeneralCard />
            {!isPreview && <SourcesCard />}
            {!isPreview && <FreshnessCard />}
            <AssistantCard />
            {!isPreview && <JobStartsCard />}
            {!isPreview && <PullRequestsCard />}
          </SaveForm>
          <ModelsCard />
          {!isPreview && <WebhookCard projectId={project.id} />}
          {!isPreview && <ReadersCard projectId={project.id} />}
          <DeleteProject />
        </div>
      </div>
    </Page>
  );
}

const titles = [
  'General',
  'Sources',
  'Freshness',
  'Assistant',
  'Triggers',
  'Pull requests',
  'Models',
  'Webhook',
  'Readers',
  'Delete this project',
];
const ofPreview = ['General', 'Assistant', 'Models', 'Delete this project'];

/** Links to the cards of the page. */
function SubNavigation({ titles }: { titles: string[] }) {
  return (
    <nav aria-label="Settings" className="lg:sticky lg:top-6">
      <ul className="flex flex-wrap gap-1 lg:grid">
        {titles.map((title) => (
          <li key={title}>
            <Link
              to="."
              hash={cardId(title)}
              className="block rounded-lg px-2.5 py-1.5 text-sm text-soft hover:bg-hover hover:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A field that every group of its kind has, and what the names of its fields begin with. */
const groups: Record<string, { has: string; prefix: string }> = {
  sources: { has: 'kind', prefix: '' },
  schedules: { has: 'scheduleName', prefix: 'schedule' },
  codeRepositories: { has: 'codeUrl', prefix: 'code' },
};

/** `sources.1.url` is that field of the second source; of other settings, the last name is the field's. */
function fieldOf(path: string, form: HTMLFormElement): string {
  const [, group = '', nth, name = ''] = /(\w+)\.(\d+)\.(\w+)/.exec(path) ?? [];
  const of = groups[group];
  if (of === undefined)
    return path
      .replace(/\.\d+$/, '')
      .split('.')
      .at(-1)!;
  const id = idsOf(new FormData(form), of.has)[Number(nth)];
  const own = of.prefix === '' ? name : `${of.prefix}${name[0]!.toUpperCase()}${name.slice(1)}`;
  return `${id}.${own}`;
}
