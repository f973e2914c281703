import { closeAskPage, openAskPage } from '../../accounts/ask-page-key.ts';
import type { Route } from '../route.ts';
import { done, noContent } from './answer-of.ts';

const shared = { tag: 'Projects', key: 'admin', path: '/manage/v1/projects/{projectId}/ask-page' } as const;

const openRoute: Route<undefined> = {
  ...shared,
  method: 'post',
  summary: 'Open the public page, with a key of its own',
  action: 'ask-page.open',
  success: noContent,
  errors: ['conflict'],
  async handle({ admission: { project, key }, headers, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => openAskPage(store, project, key));
    return done(headers);
  },
};

const closeRoute: Route<undefined> = {
  ...shared,
  method: 'delete',
  summary: 'Close the public page and revoke its key',
  action: 'ask-page.close',
  success: noContent,
  async handle({ admission: { project }, headers, note, change }) {
    note({ target: { kind: 'project', id: project.id, name: project.name } });
    await change((store) => closeAskPage(store, project));
    return done(headers);
  },
};

export const askPageRoutes = [openRoute, closeRoute];
