import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, X } from 'lucide-react';
import type { SavedView, ViewedList } from '../../../../src/protocol/manage/saved-view-schema.ts';
import { request } from '../api/request.ts';
import { useMay, useProject } from '../layout/where.ts';
import { IconButton } from './button.tsx';
import { TextField } from './field.tsx';
import { textOf } from './form.tsx';
import { FormButton } from './form-button.tsx';
import { ErrorText } from './states.tsx';
import { useAction } from './use-action.ts';

type Filters = SavedView['filters'];

/** The saved views of a list, which everybody in the project sees, and a button that saves the current filters. */
export function SavedViews<Search extends Filters>({
  list,
  search,
  onOpen,
}: {
  list: ViewedList;
  /** The filters in the address. */
  search: Partial<Search>;
  /** The filters are as they were saved: the route checks them. */
  onOpen(search: Search): void;
}) {
  const { queries } = useProject();
  const may = useMay('admin');
  const all = useQuery(queries.views).data?.items ?? [];
  const views = all.filter((view) => view.list === list);
  const current = views.find(({ filters }) => isSame(filters, search as Filters));
  const canSave = may && current === undefined && Object.keys(search).length > 0;
  if (views.length === 0 && !canSave) return null;
  return (
    <div role="group" aria-label="Saved views" className="flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <ViewButton
          key={view.id}
          view={view}
          isCurrent={view === current}
          onOpen={() => onOpen(view.filters as Search)}
        />
      ))}
      {canSave && <SaveView list={list} filters={search as Filters} />}
    </div>
  );
}

function ViewButton({ view, isCurrent, onOpen }: { view: SavedView; isCurrent: boolean; onOpen(): void }) {
  const { id: projectId, queries } = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const path = `/manage/v1/projects/${projectId}/views`;
  const refresh = () => client.invalidateQueries({ queryKey: queries.views.queryKey });
  const { id, list, name, filters } = view;
  const remove = useAction(async () => {
    await request('DELETE', `${path}/${id}`);
    await refresh();
    return {
      text: `The view “${name}” was deleted.`,
      undo: async () => {
        await request('POST', path, { list, name, filters });
        await refresh();
      },
    };
  });
  return (
    <>
      <span
        className={`flex min-h-9 max-w-full items-center rounded-lg border text-sm ${isCurrent ? 'border-edge bg-hover font-medium' : 'border-line'}`}
      >
        <button
          type="button"
          aria-pressed={isCurrent}
          onClick={onOpen}
          className="min-h-9 min-w-0 truncate rounded-lg px-3 hover:bg-hover"
        >
          {name}
        </button>
        {isCurrent && may && (
          <IconButton label={`Delete the view ${name}`} onClick={() => remove.run()}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </span>
      <ErrorText error={remove.error} />
    </>
  );
}

function SaveView({ list, filters }: { list: ViewedList; filters: Filters }) {
  const { id, queries } = useProject();
  const client = useQueryClient();
  const save = async (fields: FormData) => {
    const name = textOf(fields, 'name');
    await request('POST', `/manage/v1/projects/${id}/views`, { list, name, filters });
    await client.invalidateQueries({ queryKey: queries.views.queryKey });
    return 'View saved.';
  };
  return (
    <FormButton
      title="Save this view"
      icon={<BookmarkPlus size={15} aria-hidden />}
      kind="quiet"
      label="Save"
      submit={save}
    >
      <TextField
        label="Name of the view"
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        hint="Everyone in the project sees it. A view with the same name is replaced."
      />
    </FormButton>
  );
}

function isSame(one: Filters, other: Filters): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
