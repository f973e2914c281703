import { closeAskPage, openAskPage } from '../../accounts/ask-page-key.ts';
import { route } from '../json-route.ts';

const shared = { tag: 'Projects', key: 'admin', path: '/manage/v1/projects/{projectId}/ask-page' } as const;

const openRoute = route({
  ...shared,
  method: 'post',
  summary: 'Open the public page, with a key of its own',
  action: 'ask-page.open',
  errors: ['conflict'],
  async handle({ admission: { project, key }, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => openAskPage(store, project, key));
  },
});

const closeRoute = route({
  ...shared,
  method: 'delete',
  summary: 'Close the public page and revoke its key',
  action: 'ask-page.close',
  async handle({ admission: { project }, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => closeAskPage(store, project));
  },
});

export const askPageRoutes = [openRoute, closeRoute];
