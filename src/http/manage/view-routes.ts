import { DocentError } from '../../errors.ts';
import { newId } from '../../lib/ids.ts';
import { listOf } from '../../protocol/manage/list-schema.ts';
import {
  newViewSchema,
  type SavedView as ShownView,
  savedViewSchema,
} from '../../protocol/manage/saved-view-schema.ts';
import { deleteSavedView, listSavedViews, type SavedView, saveView } from '../../store/saved-views.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { iso } from '../page-filter.ts';

const shared = { tag: 'Conversations', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/views';
const maxViews = 200;

function show({ projectId: _, createdAt, list, ...view }: SavedView): ShownView {
  return { ...view, list: list as ShownView['list'], createdAt: iso(createdAt) };
}

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List the saved views: named filters of the dashboard’s lists',
  success: answerOf(listOf(savedViewSchema), 'All of them, by name.'),
  async handle({ deps, admission: { project } }) {
    const views = await listSavedViews(deps.store, project.id);
    return { items: views.map(show), nextCursor: null };
  },
});

const saveRoute = route({
  ...shared,
  method: 'post',
  path,
  summary: 'Save a view; one of this list and name is replaced',
  body: bodyOf(newViewSchema),
  action: 'view.save',
  success: answerOf(savedViewSchema, 'The view.', 201),
  async handle({ admission: { project }, body, note, change }) {
    const view = await change(async (store) => {
      const views = await listSavedViews(store, project.id);
      const isNew = !views.some(({ list, name }) => list === body.list && name === body.name);
      if (isNew && views.length >= maxViews)
        throw new DocentError(
          'invalid_request',
          `A project has at most ${maxViews} saved views. Delete one that nobody needs.`,
        );
      const createdAt = await store.now();
      const saved = await saveView(store, { ...body, id: newId('viw'), projectId: project.id, createdAt });
      note({ target: { kind: 'view', id: saved.id, name: saved.name } });
      return saved;
    });
    return show(view);
  },
});

const deleteRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{viewId}`,
  summary: 'Delete a saved view',
  action: 'view.delete',
  async handle({ admission: { project }, param, note, change }) {
    const id = param('viewId');
    const deleted = await change((store) => deleteSavedView(store, { projectId: project.id, id }));
    if (deleted === undefined) throw new DocentError('not_found', 'There is no saved view with this id.');
    note({ target: { kind: 'view', id, name: deleted.name } });
  },
});

export const viewRoutes = [listRoute, saveRoute, deleteRoute];
