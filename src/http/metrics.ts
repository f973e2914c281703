import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { DocentError } from '../errors.ts';
import { hashSecret, isSecretOf } from '../lib/secrets.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Deps } from './deps.ts';
import type { HttpApp } from './route.ts';

/** Counts responses by route. */
export function countRequests(metrics: Metrics): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now();
    await next();
    const { outgoing } = c.env as { outgoing: { headersSent: boolean; statusCode: number } };
    const status = outgoing.headersSent ? outgoing.statusCode : c.res.status;
    // Unknown addresses would create an unlimited number of labels.
    const route = status === 404 || status === 405 ? 'none' : routePath(c, -1);
    metrics.request({ method: c.req.method, route, status }, (performance.now() - begun) / 1000);
  };
}

/** `/metrics`: requires the token; without a configured token there is no such route. */
export function addMetrics(app: HttpApp, { config: { metricsToken }, metrics }: Deps): void {
  if (metricsToken === undefined || metrics === null) return;
  const expected = hashSecret(metricsToken);
  app.get('/metrics', async (c) => {
    const given = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given === undefined || !isSecretOf(given, expected))
      throw new DocentError('invalid_key', 'Send DOCENT_METRICS_TOKEN as `Authorization: Bearer <token>`.');
    return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } });
  });
}
