import type { App } from '../app.ts';
import { program } from '../lib/program.ts';
import type { IndexInfo } from '../retrieval/index-file.ts';
import type { Project } from '../store/projects.ts';

/** Pages whose best sections are embedded for one question: some tens of sections take about a second. */
const shortlist = 12;
/** Embedded as a whole. */
const few = 40;
/** Copying a larger index would take longer. */
const maxSections = 20_000;

/** Embeds the sections that words find for a question, where the index has no vectors yet. */
export async function compareMeaning(app: App, project: Project, text: string): Promise<void> {
  await using docs = await app.indexes.lease(project);
  const { embedding, sections } = docs.index.info;
  if (embedding?.complete === true || sections > maxSections) return;
  if (sections <= few) return app.revisions.now(project.id);
  const { hits } = await docs.index.search({ text, limit: shortlist, lexicalOnly: true });
  const ids = hits.flatMap((page) => page.sections.map(({ sectionId }) => sectionId));
  if (ids.length > 0) await app.revisions.some(project.id, new Set(ids));
}

/** Says what else would find more; null when nothing would. */
export function meaningHint({ config }: App, { embedding, sections }: IndexInfo): string | null {
  if (embedding?.complete === true || config.embedding.name === 'none') return null;
  const done = embedding?.sections ?? 0;
  return `${done === 0 ? 'No sections are embedded yet' : `Only ${done} of ${sections} sections are embedded so far`}. \`${program} index\` embeds them all, once.`;
}
