import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { request, RequestError, withQuery } from '../api/request.ts';
import type { Conversation } from '../../../../src/protocol/manage/conversation-schema.ts';
import type { List } from '../../../../src/protocol/manage/list-schema.ts';
import { FindDialog } from '../ui/find-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { organizationPages, projectPages } from './pages.ts';
import { useOrganization, useProjectIfAny, useSession, useMay } from './where.ts';
import { copyText } from '../ui/copy-text.ts';
import { applyTheme, currentTheme } from './theme.ts';
import { useSignOut } from './use-sign-out.ts';

/** An entry: a page or an action. `about` says where it is, `to` is its address. */
type Entry = { name: string; about: string } & ({ to: string } | { run(): Promise<unknown> });

const maxEntries = 12;

/**
 * The command palette: projects, pages, conversations and actions by name.
 * @param only projects: opened to switch the project
 */
export function Palette({ only, onClose }: { only?: 'projects'; onClose(): void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const entries = useEntries(text, only === 'projects').map((entry) => ({
    ...entry,
    key: `${'to' in entry ? entry.to : ''} ${entry.name}`,
  }));
  const go = (entry: Entry) => {
    if ('to' in entry) router.history.push(entry.to);
    else entry.run().catch((error: unknown) => toast(messageOf(error)));
  };
  const label =
    only === 'projects' ? 'Find a project' : 'Go to a project, page or conversation, or do something';
  return (
    <FindDialog<Entry & { key: string }>
      entries={entries}
      {...{ label, text, onClose }}
      onText={setText}
      onChoose={go}
    />
  );
}

const messageOf = (error: unknown) =>
  error instanceof RequestError ? error.message : 'This did not work. Please try again.';

function useEntries(text: string, onlyProjects: boolean): Entry[] {
  const organization = useOrganization();
  const project = useProjectIfAny();
  const { organizations } = useSession();
  const projects = useInfiniteQuery(organization.queries.projects);
  const { data, fetchNextPage } = projects;
  // Not after a failure, which would be asked again without end.
  const isMissing = projects.hasNextPage && !projects.isFetching && !projects.isFetchNextPageError;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
  const actions = usePaletteActions();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const asked = words.join(' ');
  const conversations = useQuery({
    queryKey: ['project', project?.id, 'palette', asked],
    queryFn: () =>
      request<List<Conversation>>(
        'GET',
        withQuery(`/manage/v1/projects/${project!.id}/conversations`, { text: asked, limit: 5 }),
      ),
    enabled: !onlyProjects && project !== undefined && asked.length > 2,
  });
  const org = organization.slug;
  const known: Entry[] = [];
  if (!onlyProjects && project !== undefined)
    for (const { name, path } of projectPages)
      known.push({ name, about: project.name, to: `/${org}/${project.domain}${path}` });
  for (const { name, domain } of data?.pages.flatMap((page) => page.items) ?? [])
    known.push({ name, about: 'Project', to: `/${org}/${domain}` });
  for (const { name, slug } of organizations)
    if (slug !== org) known.push({ name, about: 'Organization', to: `/${slug}` });
  if (!onlyProjects)
    for (const { name, path } of organizationPages)
      known.push({ name, about: organization.name, to: `/${org}${path}` });
  if (!onlyProjects) for (const action of actions) known.push({ ...action, about: 'Action' });
  const found = known.filter(({ name, about }) =>
    words.every((word) => `${name} ${about}`.toLowerCase().includes(word)),
  );
  const said = (conversations.data?.items ?? []).map(({ question, threadId }) => ({
    name: question,
    about: 'Conversation',
    to: `/${org}/${project!.domain}/conversations/${encodeURIComponent(threadId)}`,
  }));
  return [...found.slice(0, maxEntries), ...said];
}

/** An action of the palette. */
type Action = { name: string; run(): Promise<unknown> };

/** The actions that this person may run here: the same as the buttons of the pages. */
function usePaletteActions(): Action[] {
  const { slug: org } = useOrganization();
  const project = useProjectIfAny();
  const may = useMay('admin');
  const client = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const deploy = async () => {
    const { id, domain } = project!;
    const { statusId } = await request<{ statusId: string }>('POST', `/v1/project/update/${id}`, {});
    await client.invalidateQueries({ queryKey: ['project', id] });
    router.history.push(`/${org}/${domain}/deployments/${statusId}`);
  };
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = currentTheme();
  const isDarkNow = chosen === 'dark' || (chosen === 'system' && isDark);
  const other = isDarkNow ? 'light' : 'dark';
  const copyAddress = async () => {
    const isCopied = await copyText(location.href);
    toast(
      isCopied
        ? 'The address of this page was copied.'
        : `This browser lets no page copy here: ${location.href}`,
    );
  };
  return [
    ...(project !== undefined && may ? [{ name: 'Deploy the docs now', run: deploy }] : []),
    { name: `Change to the ${other} theme`, run: async () => applyTheme(other) },
    { name: 'Copy the address of this page', run: copyAddress },
    { name: 'Sign out', run: signOut },
  ];
}
