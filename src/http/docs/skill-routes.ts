import { hash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { findAskPage } from '../../accounts/ask-page-key.ts';
import type { Lease } from '../../deployments/live-indexes.ts';
import { mcpAddress } from '../../mcp/server-card.ts';
import type { Call, Route } from '../route.ts';
import { productName } from '../../store/product-name.ts';
import { docsHeaders, isUnchanged, projectAddress } from './docs-call.ts';
import { madeOnce } from './made-once.ts';
import { type Skill, skillOf } from './skill-text.ts';
import { answerOf } from '../json-route.ts';

const shared = { method: 'get', tag: 'Docs', key: 'assistant', orPublicPage: true, limit: 'page' } as const;

/** `GET /{domain}/skill.md`: how an agent uses the docs. https://agentskills.io/specification */
const skillRoute = (prefix: string): Route<undefined> => ({
  ...shared,
  path: `${prefix}/skill.md`,
  summary: 'The docs as a skill, for agents',
  success: {
    status: 200,
    description: 'Markdown with front matter.',
    content: { 'text/markdown': { schema: z.string() } },
  },
  async handle(call) {
    await using docs = await call.deps.indexes.lease(call.admission.project);
    return answer(call, 'text/markdown', (await skillFor(call, docs)).text);
  },
});

const indexSchema = z
  .object({
    $schema: z.string(),
    skills: z.array(
      z.object({
        name: z.string(),
        type: z.literal('skill-md'),
        description: z.string(),
        url: z.string(),
        digest: z.string().describe('`sha256:` and the hash of the file’s bytes.'),
      }),
    ),
  })
  .openapi('SkillsIndex');

/**
 * `GET /.well-known/agent-skills/index.json`: which skills there are.
 * https://github.com/cloudflare/agent-skills-discovery-rfc
 */
const indexRoute = (prefix: string): Route<undefined> => ({
  ...shared,
  path: `${prefix}/.well-known/agent-skills/index.json`,
  summary: 'The skills of the docs, for agents',
  success: answerOf(indexSchema, 'The index of skills, version 0.2.0.'),
  async handle(call) {
    await using docs = await call.deps.indexes.lease(call.admission.project);
    const { name, description, text } = await skillFor(call, docs);
    const skill = {
      name,
      type: 'skill-md',
      description,
      url: `${projectAddress(call)}/skill.md`,
      digest: `sha256:${hash('sha256', text)}`,
    };
    const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
    return answer(call, 'application/json', JSON.stringify({ $schema, skills: [skill] }));
  },
});

export const skillRoutes = ['/{domain}', ''].flatMap((prefix) => [skillRoute(prefix), indexRoute(prefix)]);

/** The same at each address of it, because the index tells its hash. */
async function skillFor(call: Call<undefined>, { index }: Lease): Promise<Skill> {
  const { deps, admission, clientIp } = call;
  const { project } = admission;
  const docs = {
    domain: project.domain,
    name: productName(project),
    address: projectAddress(call),
    mcp: mcpAddress({ address: deps.publicUrl(), domain: project.domain }),
    isPublic: (await findAskPage(deps.store, project.domain, clientIp)) !== undefined,
  };
  return madeOnce(index, JSON.stringify(['skill', docs]), () => skillOf(docs, index));
}

function answer(call: Call<undefined>, contentType: string, text: string): Response {
  const headers = docsHeaders(call, hash('sha256', text, 'base64url'), contentType);
  if (isUnchanged(call, headers)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
