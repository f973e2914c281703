import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { request, RequestError, withQuery } from '../api/request.ts';
import type { Conversation } from '../../../../src/protocol/manage/conversation-schema.ts';
import type { List } from '../../../../src/protocol/manage/list-schema.ts';
import { toast } from '../ui/toast.tsx';
import { organizationPages, projectPages } from './pages.ts';
import { usePaletteActions } from './use-palette-actions.ts';
import { useOrganization, useProjectIfAny, useSession } from './where.ts';

/** An entry: a page or an action. `about` says where it is, `to` is its address. */
type Entry = { name: string; about: string } & ({ to: string } | { run(): Promise<unknown> });

const most = 12;

/**
 * The command palette: projects, pages, conversations and actions by name. A combobox with a list box.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * @param only projects: opened to switch the project
 */
export function Palette({ only, onClose }: { only?: 'projects'; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const router = useRouter();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries(text, only === 'projects');
  useEffect(() => dialog.current?.showModal(), []);
  const go = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    dialog.current?.close();
    if ('to' in entry) router.history.push(entry.to);
    else entry.run().catch((error: unknown) => toast(messageOf(error)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (at + step + entries.length) % Math.max(1, entries.length);
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') go(entries[at]);
  };
  const label =
    only === 'projects' ? 'Find a project' : 'Go to a project, page or conversation, or do something';
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="mx-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] rounded-2xl border border-line bg-panel p-0 text-ink shadow-pop"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={17} aria-hidden className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={entries[at] && `${id}-${at}`}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          className="min-h-12 w-full bg-transparent text-sm outline-none placeholder:text-faint"
        />
      </div>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label="What was found"
        className="max-h-[50vh] overflow-y-auto p-2"
      >
        {entries.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
          <li
            key={`${'to' in entry ? entry.to : ''} ${entry.name}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(entry)}
            onMouseMove={() => setAt(index)}
            className="flex cursor-pointer items-baseline justify-between gap-4 rounded-lg px-3 py-2 text-sm aria-selected:bg-hover"
          >
            <span className="min-w-0 truncate">{entry.name}</span>
            <span className="max-w-2/5 shrink-0 truncate text-xs text-faint">{entry.about}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && (
        <p role="status" className="px-5 pb-5 text-sm text-soft">
          Nothing has that name.
        </p>
      )}
    </dialog>
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
  return [...found.slice(0, most), ...said];
}
