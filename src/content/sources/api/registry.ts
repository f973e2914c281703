import type { ApiSource } from './api-source.ts';

/** Every kind of source that is read by an API. */
export const apiSources: Record<string, () => Promise<ApiSource>> = {
  github: async () => (await import('./github.ts')).github,
  zendesk: async () => (await import('./zendesk.ts')).zendesk,
  confluence: async () => (await import('./confluence.ts')).confluence,
  notion: async () => (await import('./notion.ts')).notion,
};
