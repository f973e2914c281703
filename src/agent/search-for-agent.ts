import type { SearchIndex } from '../retrieval/open-index.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { AgentDeps } from './deps.ts';

type Lease = (project: Project) => Promise<{ index: SearchIndex } & AsyncDisposable>;

const maxPages = 8;
const maxSectionLength = 1_200;

/** The project's search as a tool of the agent: public pages, each with its best section. */
export function searchForAgent(store: Store, lease: Lease): AgentDeps['searchDocs'] {
  return async (projectId, query) => {
    const project = await findProjectById(store, projectId);
    if (!project?.currentDeploymentId) return 'The docs have no index yet. Use search_text.';
    await using docs = await lease(project);
    const { hits } = await docs.index.search({ text: query, limit: maxPages, filter: {} });
    if (hits.length === 0) return 'The docs hold nothing on that.';
    return hits
      .map(({ path, title, sections: [section] }) => {
        const text = section.text.slice(0, maxSectionLength);
        return `## ${title} > ${section.heading} (${path})\n${text}`;
      })
      .join('\n\n');
  };
}
