import type { Workspace } from '../workspace.ts';

/** What a site's build makes of Markdown pages, beyond Markdown. */
export type SiteBuild = {
  /** It compiles `.md` as MDX, which runs braces and tags in it. */
  asMdx: boolean;
  /** The template language that it fills in before it reads Markdown, and so within code, too. */
  templates: 'liquid' | 'hugo' | null;
  /** Fences such as ```` ```{raw} html ```` are directives: of MyST, Quarto and R Markdown. */
  hasDirectives: boolean;
};

const hugo = /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|(?:layouts|archetypes)\/.+)$/;
// Eleventy and HonKit fill in Liquid or Nunjucks, which has the same tags.
const liquid = /(?:^|\/)(?:_config\.ya?ml|\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s|book\.json)$/;
const directives = /(?:^|\/)(?:conf\.py|_toc\.ya?ml|myst\.ya?ml|_quarto\.ya?ml)$|\.[qr]md$/i;
const mkdocs = /(?:^|\/)(?:(?:mkdocs|properdocs)[\w.-]*\.ya?ml|zensical\.toml)$/;

/** Reads what the files of the repository say of its build. */
export async function siteBuild(workspace: Workspace): Promise<SiteBuild> {
  const files = [...workspace.list('base'), ...workspace.otherFiles()];
  const configs = await workspace.readAll(
    files.filter((file) => mkdocs.test(file)),
    'base',
  );
  // https://mkdocs-macros-plugin.readthedocs.io fills in Jinja; plugins may be inherited from a file of any name.
  const hasMacros = [...configs.values()].some((text) => /\bmacros\b|^INHERIT:/m.test(text));
  const isHugo = files.some((file) => hugo.test(file));
  return {
    asMdx: compilesMarkdown(workspace),
    templates: hasMacros || files.some((file) => liquid.test(file)) ? 'liquid' : isHugo ? 'hugo' : null,
    hasDirectives: files.some((file) => directives.test(file)),
  };
}

/** Whether the site's build may compile `.md` as MDX, which would run braces and tags in it. */
export function compilesMarkdown(workspace: Workspace): boolean {
  const files = [...workspace.list('base'), ...workspace.otherFiles()];
  return files.some((file) => /\.mdx$|(?:^|\/)(?:docusaurus\.config\.\w+|docs\.json|mint\.json)$/.test(file));
}
