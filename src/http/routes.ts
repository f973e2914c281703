import { hash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { getPath } from 'hono/utils/url';
import { once } from '../lib/once.ts';
import { asDocentError, DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { agentChangeRoutes } from './agent-change-routes.ts';
import { agentRoutes } from './agent-routes.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import { assistantRoutes } from './assistant-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { feedbackRoute } from './feedback-route.ts';
import { llmsRoutes } from './docs/llms-routes.ts';
import { skillRoutes } from './docs/skill-routes.ts';
import { pageMarkdownRoutes } from './docs/page-markdown-route.ts';
import { refuseAddress } from './broken-request.ts';
import { answerAsset, answerPage, wantsPage } from './dashboard/answer-page.ts';
import { addHealth } from './health.ts';
import { manageRoutes } from './manage/routes.ts';
import { mcpDiscoveryRoutes } from './mcp-discovery-routes.ts';
import { mcpRoute } from './mcp-route.ts';
import { addMetrics, countRequests } from './metrics.ts';
import { chatCompletionsRoute } from './openai/chat-completions-route.ts';
import { responsesRoutes } from './openai/responses-routes.ts';
import { modelsRoutes } from './openai/models-routes.ts';
import { openApiDocument } from './openapi.ts';
import { addOAuth } from './oauth/add-oauth.ts';
import { pageRoute } from './page-route.ts';
import { projectUpdateRoutes } from './project-update.ts';
import { answerFile } from './web/answer-file.ts';
import { builtFile } from './web/built-files.ts';
import { referencePage, referencePolicy, referenceStyle } from './reference.ts';
import { type ErrorBody, errorBody, json } from './respond.ts';
import type { Deps } from './deps.ts';
import type { HttpApp, HttpContext, Route } from './route.ts';
import { addRoute } from './serve-route.ts';
import { searchRoute } from './search-route.ts';
import { shortPage, shortPageHeaders } from './web/short-page.ts';
import { webhookRoute } from './webhook-route.ts';
import { appearanceRoute } from './widget/appearance-route.ts';
import { addWidget } from './widget/add-widget.ts';

/** Every route with a key. To add one, write its file and name it here. */
export const routes: Route<never>[] = [
  ...assistantRoutes,
  searchRoute,
  pageRoute,
  feedbackRoute,
  appearanceRoute,
  mcpRoute,
  ...mcpDiscoveryRoutes,
  chatCompletionsRoute,
  ...responsesRoutes,
  ...modelsRoutes,
  ...llmsRoutes,
  ...skillRoutes,
  ...pageMarkdownRoutes,
  ...projectUpdateRoutes,
  webhookRoute,
  ...channelRoutes,
  ...agentRoutes,
  ...agentChangeRoutes,
  ...manageRoutes,
  ...analyticsRoutes,
] as unknown as Route<never>[];

/** Answers the requests of a server. */
export function createListener(deps: Deps): RequestListener {
  return getRequestListener(createHttpApp(deps).fetch, { errorHandler: refuseAddress }) as RequestListener;
}

function createHttpApp(deps: Deps): HttpApp {
  const app: HttpApp = new OpenAPIHono({ getPath: pathOf });
  if (deps.metrics !== null) app.use(countRequests(deps.metrics));
  app.use(async (c, next) => {
    const requestId = newId('req');
    c.set('requestId', requestId);
    c.set('headers', {
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      // A keep-alive connection would bring further requests.
      ...(deps.draining() && { connection: 'close' }),
    });
    if (deps.stopping() && c.req.path !== '/healthz') {
      const close = { connection: 'close', 'retry-after': '5' };
      throw new DocentError('not_ready', 'The server is stopping. Please try again in a moment.', {
        headers: close,
      });
    }
    await next();
    // Answered as GET: what is streamed to nobody must still end.
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
    if (c.env.outgoing.headersSent) return;
    for (const [name, value] of Object.entries(c.get('headers'))) c.res.headers.set(name, value);
    // Unless a response says otherwise, it is specific to one reader or one moment.
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  addHealth(app, deps);
  addMetrics(app, deps);
  addWidget(app, deps);
  addOAuth(app, deps);
  for (const route of routes) addRoute(app, deps, route);
  // Cached: generating each costs as much CPU as a hundred answers.
  const description = once(() => openApiDocument(app, routes, deps.config.publicUrl ?? '/'));
  const descriptionFile = once(() =>
    builtFile(Buffer.from(JSON.stringify(description())), 'application/json'),
  );
  const reference = once(() =>
    builtFile(Buffer.from(referencePage(description())), 'text/html; charset=utf-8'),
  );
  app.get('/openapi.json', (c) => answerFile(c, descriptionFile(), {}));
  app.get('/-/assets/:file', (c) => answerAsset(c, deps.dashboard) ?? c.notFound());
  app.get('/reference', (c) => {
    return answerFile(c, reference(), {
      'content-security-policy': referencePolicy(hash('sha256', referenceStyle, 'base64')),
      'referrer-policy': 'no-referrer',
    });
  });
  refuseOtherMethods(app);
  app.notFound((c) =>
    wantsPage(c)
      ? answerPage(c, deps.dashboard)
      : answerError(c, deps, new DocentError('not_found', 'There is nothing at this address.')),
  );
  app.onError((error, c) => answerError(c, deps, error));
  return app;
}

/** A trailing slash is ignored except for pages, whose links are relative to their address. */
function pathOf(request: Request): string {
  const path = getPath(request);
  return /^(GET|HEAD)$/.test(request.method) ? path : path.replace(/(?<=.)\/$/, '');
}

/** A known path with another method is a 405 that names the methods it has. */
function refuseOtherMethods(app: HttpApp): void {
  const methods = Map.groupBy(
    app.routes.filter(({ method }) => method !== 'ALL'),
    ({ path }) => path,
  );
  for (const [path, known] of methods) {
    const names = known.map(({ method }) => method).filter((method) => method !== 'OPTIONS');
    const useful = [...new Set(names)];
    const allow = [...useful, ...(names.length < known.length ? ['OPTIONS'] : [])].join(', ');
    app.all(path, () => {
      throw new DocentError('method_not_allowed', `Use ${useful.join(' or ')} here.`, { headers: { allow } });
    });
  }
}

function answerError(c: HttpContext, deps: Deps, thrown: unknown): Response {
  const error = asDocentError(thrown);
  const requestId = c.get('requestId');
  if (error.status >= 500)
    deps.log.error(
      { requestId, path: c.req.path, code: error.code, error: error.cause ?? error },
      'request failed',
    );
  const headers = { ...c.get('headers'), ...error.headers };
  if (wantsPage(c)) {
    const page = shortPage(error.message, `${error.status} · ${requestId}`);
    return new Response(page, { status: error.status, headers: { ...headers, ...shortPageHeaders } });
  }
  const shape = c.get('errorShape');
  return shape === undefined
    ? json<ErrorBody>(error.status, errorBody(error, requestId), headers)
    : json<object>(error.status, shape.body(error, requestId), headers);
}
