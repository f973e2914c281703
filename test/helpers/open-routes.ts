/** Routes that need no key. */
export const openRoutes = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/reference',
  '/widget.js',
  '/ask/',
  '/.well-known/oauth-protected-resource/mcp/{domain}',
  '/.well-known/oauth-authorization-server',
  '/oauth/',
];
