import { isDeepStrictEqual } from 'node:util';
import { DocentError } from '../errors.ts';
import type { Project } from '../store/projects.ts';
import type { Base } from './read-base.ts';
import { below } from './placed-docs.ts';
import type { ProjectDocs } from './read-sources.ts';

/** Fewer missing pages than this never stop a deployment: a small site is quickly reviewed and rebuilt. */
const minGone = 10;

/**
 * Refuses to lose more than half of the pages, as when a folder was emptied by mistake or half of a site is down. After
 * a change of the sources any number may go.
 * @throws DocentError `conflict`
 */
export function checkShrinkage(base: Base, project: Project, docs: ProjectDocs): void {
  if (base.pages === null || !isDeepStrictEqual(base.deployment.sources, project.sources)) return;
  const files = new Set<string>();
  const paths = new Set<string>();
  for (const part of docs.parts) {
    for (const { file, path } of part.files.filter(({ hidden }) => !hidden)) {
      files.add(file);
      paths.add(below(part.prefix, path));
    }
  }
  // A page whose file has moved still exists while its address is unchanged.
  const gone = base.pages.filter(({ file, path }) => !files.has(file) && !paths.has(path)).length;
  if (gone < minGone || gone * 2 <= base.pages.length) return;
  const message = `${gone} of ${base.pages.length} pages would vanish. Nothing was changed; confirm the deployment if that is intended.`;
  throw new DocentError('conflict', message);
}
