import { z } from '@hono/zod-openapi';
import { allowExpansion, endExpansion, readExpansion } from '../../deployments/allow-expansion.ts';
import { expansionSchema } from '../../protocol/manage/expansion-schema.ts';
import type { Project } from '../../store/projects.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent } from './answer-of.ts';

const shared = { tag: 'Projects', key: 'admin', path: '/manage/v1/projects/{projectId}/expansion' } as const;

const answer = answerOf(expansionSchema, 'The state of the expansion, and the estimated cost of the rest.');

const getRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  summary: 'Get the state of the section expansion and its estimated cost',
  success: answer,
  errors: ['not_ready'],
  handle: async ({ deps, admission: { project }, headers }) =>
    answer.json(await readExpansion(deps, project), headers),
};

const allowance = z
  .object({
    maxDollars: z.number().positive().max(1_000_000).describe('The budget per month (UTC).'),
  })
  .openapi('ExpansionAllowance');

const allowRoute: Route<z.output<typeof allowance>> = {
  ...shared,
  method: 'post',
  summary: 'Expand sections, within a monthly budget',
  body: bodyOf(allowance),
  action: 'expansion.allow',
  success: answer,
  errors: ['conflict', 'not_ready'],
  async handle({ deps, admission: { project, key }, body: { maxDollars }, headers, note }) {
    note({ target: targetOf(project), details: { maxDollars } });
    const changed = await allowExpansion(deps, project, maxDollars, key);
    deps.revisions.request(project.id);
    return answer.json(await readExpansion(deps, changed), headers);
  },
};

const deleteRoute: Route<undefined> = {
  ...shared,
  method: 'delete',
  summary: 'Switch section expansion off',
  action: 'expansion.end',
  success: noContent,
  async handle({ deps, admission: { project }, headers, note }) {
    note({ target: targetOf(project) });
    await endExpansion(deps, project);
    deps.revisions.request(project.id);
    return done(headers);
  },
};

function targetOf({ id, name }: Project) {
  return { kind: 'project', id, name };
}

export const expansionRoutes = [getRoute, allowRoute, deleteRoute];
