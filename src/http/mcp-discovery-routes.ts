import { z } from '@hono/zod-openapi';
import { findAskPage, listAskPages } from '../accounts/ask-page-key.ts';
import { productName } from '../store/product-name.ts';
import { cardType, catalogOf, type DescribedServer, serverCard } from '../mcp/server-card.ts';
import type { Project } from '../store/projects.ts';
import type { Deps } from './deps.ts';
import type { Route } from './route.ts';
import { answerOf } from './json-route.ts';

const anything = z.looseObject({});
/** What everybody may know, for a while. */
const shared = { 'cache-control': 'public, max-age=300', vary: 'Authorization' };

/** `GET /mcp/{domain}/server-card`, and where a server has one project, the same at its root. */
const cardRoute = (path: string): Route<undefined> => ({
  method: 'get',
  path,
  summary: 'The MCP server before a client connects',
  tag: 'Assistant',
  key: 'assistant',
  orPublicPage: true,
  showsDocs: false,
  limit: 'page',
  success: {
    status: 200,
    description: 'A server card.',
    content: { [cardType]: { schema: anything } },
  },
  async handle({ deps, admission: { project }, clientIp, headers, request }) {
    const { mcpRevisions } = await import('../mcp/docs-server.ts');
    const isPublic = (await findAskPage(deps.store, project.domain, clientIp)) !== undefined;
    const card = serverCard(describedServer(deps, project, isPublic), mcpRevisions);
    const cached = request.headers.authorization === undefined ? shared : {};
    return Response.json(card, { headers: { ...headers, ...cached, 'content-type': cardType } });
  },
});

/** `GET /.well-known/mcp/catalog.json`: the MCP servers that need no key. */
const catalogRoute: Route<undefined, 'anyone'> = {
  method: 'get',
  path: '/.well-known/mcp/catalog.json',
  summary: 'The MCP servers that need no key',
  tag: 'Assistant',
  scope: 'anyone',
  key: 'none',
  limit: 'page',
  success: answerOf(anything, 'A catalog of server cards.'),
  async handle({ deps, clientIp, headers }) {
    const projects = await listAskPages(deps.store, clientIp);
    const catalog = catalogOf(projects.map((project) => describedServer(deps, project, true)));
    const open = { 'access-control-allow-origin': '*' };
    return Response.json(catalog, { headers: { ...headers, ...shared, ...open } });
  },
};

export const mcpDiscoveryRoutes = [
  cardRoute('/mcp/{domain}/server-card'),
  cardRoute('/.well-known/mcp/server-card.json'),
  catalogRoute,
];

function describedServer(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  project: Project,
  isPublic: boolean,
): DescribedServer {
  const { domain, baseUrl: website } = project;
  return { domain, name: productName(project), website, address: publicUrl(), isPublic };
}
