import { openModules, type Modules } from '../config/evaluate-module.ts';
import type { Scope } from '../config/module-scope.ts';
import { isMarkdown } from '../site/endings.ts';
import { findTarget } from '../includes/find-target.ts';
import { bareTarget, isRaw } from '../includes/part-targets.ts';
import type { PartFiles, PartSource } from './part-files.ts';
import { programOf, readPart } from './read-page-module.ts';

/** Maximum number of evaluated syntax nodes of one page. */
const maxSteps = 300_000;

type Shows = {
  /** What JSX in a script shows. */
  show: NonNullable<Scope['show']>;
  /** The component that an imported page is. */
  pageComponent(file: string): unknown;
};

/** What a page imports: other pages, scripts and data, and the text of a file as it is. */
export function openPageModules(
  source: PartSource,
  { exists, open, dataOf }: PartFiles,
  { show, pageComponent }: Shows,
): Modules {
  return openModules({
    readScript(file) {
      const raw = file.startsWith('raw:') ? file.slice('raw:'.length) : null;
      if (raw !== null) return { json: source.parts[raw] };
      if (file === source.file || isMarkdown(file)) {
        const page = open(file);
        return page === null ? null : programOf(page.root);
      }
      const text = exists(file) ? source.parts[file] : undefined;
      return text === undefined ? null : readPart(file, text);
    },
    resolve(from, written) {
      const found = findTarget(bareTarget(written), from, source.sourceRoots, exists);
      return found !== null && isRaw(written) ? `raw:${found}` : found;
    },
    scope: { show, hasFunctions: true, budget: { steps: maxSteps } },
    defaultOf: (file) => (isMarkdown(file) ? pageComponent(file) : undefined),
    globals: (file) => {
      const data = dataOf(file);
      return { frontMatter: data, frontmatter: data };
    },
  });
}
