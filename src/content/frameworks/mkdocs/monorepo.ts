import { slug } from 'github-slugger';
import { asText, walkObjects } from '../../config/values.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** Docs with a configuration of their own that become a part of the site: the folder of their pages, and their path. */
type Project = { source: string; path: string; nav: unknown };

/** How many projects a site includes at most. */
const maxProjects = 500;

/**
 * The projects that the navigation includes: `!include ./project/mkdocs.yml`, `*include ./projects/*\/mkdocs.yml`. Each is
 * served below its name. https://backstage.github.io/mkdocs-monorepo-plugin/
 */
export async function includedProjects(
  nav: unknown,
  root: string,
  files: string[],
  read: (file: string) => Promise<Record<string, unknown>>,
): Promise<Project[]> {
  const configs = files.filter((file) => /(?:^|\/)mkdocs\.ya?ml$/.test(file) && folderOf(file) !== root);
  const projects: Project[] = [];
  for (const target of navTargets(nav).slice(0, maxProjects)) {
    for (const config of configs.filter(matchGlobs([joinPath(root, target)]))) {
      if (projects.length >= maxProjects) return projects;
      const { site_name, docs_dir, nav: own } = await read(config);
      const name = asText(site_name) ?? folderOf(config);
      const path = /^[\w/-]+$/.test(name) ? name : slug(name);
      projects.push({ source: joinPath(folderOf(config), asText(docs_dir) ?? 'docs'), path, nav: own });
    }
  }
  return projects;
}

/** The configurations that the navigation names. YAML without quotes reads `!include` as a tag, and leaves the path. */
function navTargets(nav: unknown): string[] {
  const found: string[] = [];
  walkObjects({ nav }, (item) => {
    for (const value of Object.values(item)) {
      const target = /^(?:[!*]include[ \t]+)?(\S*mkdocs\.ya?ml)$/.exec(asText(value) ?? '')?.[1];
      if (target !== undefined) found.push(target);
    }
  });
  return found;
}
