import { posix } from 'node:path';
import { foldersFrom } from '../../content/site/folders.ts';
import type { Workspace } from '../workspace.ts';
import type { Site } from './checked-site.ts';
import { readSite } from './read-site.ts';
import { compilesMarkdown } from './site-build.ts';
import { orNull } from './checker.ts';
import { type Finding, finding } from './finding.ts';
import { knownComponents } from '../../content/frameworks/known-components.ts';
import type { PageReferences } from './page-references.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/** How many pages of the base are searched for the same undeclared name, which the site then provides. */
const maxCandidates = 20;

const endings = ['', '.mdx', '.md', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.json'].flatMap((ending) => [
  ending,
  ...(ending === '' ? [] : [`/index${ending}`]),
]);

/** Names that MDX, its frameworks, JavaScript and browsers provide. */
const provided = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...`props components frontmatter frontMatter toc metadata contentTitle assets user React window document location
  history navigator localStorage sessionStorage require process undefined arguments Fragment`.split(/\s+/),
]);

/** New findings: imports of missing files, unknown components and undeclared variables. */
export async function checkReferences(
  workspace: Workspace,
  moved: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const asMdx = compilesMarkdown(workspace);
  const list = async (file: string, text: string): Promise<PageReferences> => {
    const listed = await orNull(workspace.checker.run('references', file, text, asMdx));
    return listed ?? { imports: [], undeclared: [] };
  };
  const [now, base] = [await readSite(workspace, 'now'), await readSite(workspace, 'base')];
  for (const file of concernedPages(workspace, now)) {
    const before = moved.get(file) ?? file;
    const [is, was] = [await list(file, now.text(file)), await list(before, base.text(before))];
    const add = (line: number, message: string) =>
      findings.push(finding('references', 'error', file, message, line));
    for (const { source, line } of is.imports) {
      if (leadsSomewhere(now, file, source)) continue;
      const isOld = was.imports.some(
        (each) => importedPlace(before, each.source) === importedPlace(file, source),
      );
      if (isOld && !leadsSomewhere(base, file, source)) continue;
      add(line, `The import ${source} leads to no file.`);
    }
    const known = new Set(was.undeclared.map(({ name }) => name));
    for (const { name, kind, line } of is.undeclared) {
      if (known.has(name) || isProvided(name) || (await isUsedInBase(base, name, list))) continue;
      add(line, `The ${kind} ${name} is used, and neither imported nor declared.`);
    }
  }
  return findings;
}

const isProvided = (name: string) =>
  provided.has(name) || knownComponents.has(name) || /^use[A-Z]/.test(name);

/** Pages that the job changed, and pages that may import a file that it removed. */
function concernedPages(workspace: Workspace, now: Site): string[] {
  const changed = Object.entries(workspace.overlay());
  const removed = changed.flatMap(([file, text]) =>
    text === null ? posix.basename(file).replace(/\.\w+$/, '') : [],
  );
  const written = changed.filter(([file, text]) => isDocsFile(file) && text !== null).map(([file]) => file);
  if (removed.length === 0) return written;
  const importers = now.pages.filter((page) => {
    const text = now.text(page);
    return text.includes('import') && removed.some((name) => text.includes(name));
  });
  return [...new Set([...written, ...importers])];
}

/** What a page imports: a page that moved writes another path to it. */
function importedPlace(file: string, source: string): string {
  return source.startsWith('.') ? posix.join(posix.dirname(file), source) : source;
}

/** Only paths are resolved; packages and aliases are known to the build alone. */
function leadsSomewhere(site: Site, from: string, source: string): boolean {
  const path = source.replace(/[?!#].*/s, '').replace(/^@site\//, '/');
  if (!/^\.{0,2}\//.test(path)) return true;
  // The docs root or any folder above it may be the root of the site.
  const roots = path.startsWith('/') ? foldersFrom(site.docsRoot) : [posix.dirname(from)];
  return roots.some((root) => {
    const target = posix.join(root, path).replace(/^\//, '');
    return target.startsWith('..') || endings.some((ending) => site.has(`${target}${ending}`));
  });
}

async function isUsedInBase(
  base: Site,
  name: string,
  list: (file: string, text: string) => Promise<PageReferences>,
): Promise<boolean> {
  const candidates = base.pages.filter((page) => base.text(page).includes(name)).slice(0, maxCandidates);
  for (const page of candidates) {
    if ((await list(page, base.text(page))).undeclared.some((each) => each.name === name)) return true;
  }
  return false;
}
